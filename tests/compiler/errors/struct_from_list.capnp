@0x8123456789abcdef;
struct S {
  s @0 :S;
}
const a :S = [1];
