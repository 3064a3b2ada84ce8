@0x8123456789abcdef;
struct S {
  max_width @0 :Int8;
}
