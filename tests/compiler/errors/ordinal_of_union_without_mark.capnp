@0x8123456789abcdef;
struct S {
  u @0 :union {
    a @1 :Int8;
    b @2 :Int8;
  }
}
