@0x8123456789abcdef;
struct S {
  u :union {
    a @0 :Int8;
  }
}
