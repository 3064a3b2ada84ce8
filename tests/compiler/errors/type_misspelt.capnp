@0x8123456789abcdef;
struct Person {}
struct S {
  a @0 :Peson;
  b @1 :text;
  c @2 :Uint32;
}
