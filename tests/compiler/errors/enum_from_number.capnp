@0x8123456789abcdef;
enum Color {
  red @0;
}
const a :Color = 0;
