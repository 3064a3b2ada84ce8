@0x8123456789abcdef;
enum E {
  Red @0;
}
