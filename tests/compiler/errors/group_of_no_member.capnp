@0x8123456789abcdef;
struct S {
  g :group {}
}
