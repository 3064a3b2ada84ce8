@0x8123456789abcdef;
struct S {
  a @0 :Int8;
  u :union {
    b @0 :Int8;
    c @1 :Int8;
  }
}
