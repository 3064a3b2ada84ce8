@0x8123456789abcdef;
struct S {
  g :group {
    a @0 :Text;
  }
}
const b :S = (g = 1);
