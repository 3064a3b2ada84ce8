@0x8123456789abcdef;
enum E {
  a @0;
  b;
}
