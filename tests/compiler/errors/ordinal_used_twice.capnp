@0x8123456789abcdef;
struct S {
  a @0 :Int8;
  b @1 :Int8;
  c @1 :Int8;
}
