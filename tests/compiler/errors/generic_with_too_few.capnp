@0x8123456789abcdef;
struct Map(Key, Value) {
  a @0 :Key;
  b @1 :Value;
}
struct S {
  a @0 :Map(Text);
}
