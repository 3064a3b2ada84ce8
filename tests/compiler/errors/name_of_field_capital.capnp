@0x8123456789abcdef;
struct S {
  Width @0 :Int8;
}
