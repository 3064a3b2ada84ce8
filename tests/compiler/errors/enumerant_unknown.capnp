@0x8123456789abcdef;
enum Color {
  red @0;
  green @1;
}
const a :Color = gren;
