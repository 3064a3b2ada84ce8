@0x8123456789abcdef;
struct S {
  g :group {
    struct T {}
    a @0 :Int8;
  }
}
