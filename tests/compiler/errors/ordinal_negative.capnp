@0x8123456789abcdef;
struct S {
  a @ -1 :Int8;
}
