@0x8123456789abcdef;
struct S {
  g @0! :group {
    a @1 :Int8;
  }
}
