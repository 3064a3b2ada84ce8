@0x8123456789abcdef;
enum E {
  a @1;
  b @2;
}
