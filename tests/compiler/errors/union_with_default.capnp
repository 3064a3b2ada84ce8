@0x8123456789abcdef;
struct S {
  u :union = 5 {
    a @0 :Int8;
    b @1 :Int8;
  }
}
