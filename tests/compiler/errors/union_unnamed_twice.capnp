@0x8123456789abcdef;
struct S {
  union {
    a @0 :Int8;
    b @1 :Int8;
  }
  union {
    c @2 :Int8;
    d @3 :Int8;
  }
}
