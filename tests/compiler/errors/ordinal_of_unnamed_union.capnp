@0x8123456789abcdef;
struct S {
  union @0 {
    a @1 :Int8;
    b @2 :Int8;
  }
}
