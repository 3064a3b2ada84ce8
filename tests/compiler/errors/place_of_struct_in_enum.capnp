@0x8123456789abcdef;
enum E {
  struct S {}
}
