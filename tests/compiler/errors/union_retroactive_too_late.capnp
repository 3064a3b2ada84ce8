@0x8123456789abcdef;
struct S {
  u @3! :union {
    a @0 :Int8;
    b @1 :Int8;
  }
  c @2 :Int8;
}
