@0x8123456789abcdef;
struct S {
  a @0 :string;
  b @1 :double;
  c @2 :bytes;
}
