@0x8123456789abcdef;
struct S {
  a @65536 :Int8;
}
