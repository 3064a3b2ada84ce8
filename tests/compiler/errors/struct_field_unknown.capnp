@0x8123456789abcdef;
struct S {
  width @0 :Int8;
}
const a :S = (widht = 1);
