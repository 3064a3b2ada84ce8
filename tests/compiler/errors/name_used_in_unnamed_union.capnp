@0x8123456789abcdef;
struct S {
  a @0 :Int8;
  union {
    a @1 :Int8;
    b @2 :Int8;
  }
}
