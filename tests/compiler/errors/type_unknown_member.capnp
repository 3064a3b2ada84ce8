@0x8123456789abcdef;
struct S {
  struct Inner {}
}
struct T {
  a @0 :S.Iner;
  b @1 :Text.Inner;
}
