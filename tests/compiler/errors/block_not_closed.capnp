@0x8123456789abcdef;
struct S {
  a @0 :Int8;
