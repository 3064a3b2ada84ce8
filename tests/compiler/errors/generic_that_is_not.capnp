@0x8123456789abcdef;
struct S {
  a @0 :Text(Data);
  b @1 :S(Data);
}
