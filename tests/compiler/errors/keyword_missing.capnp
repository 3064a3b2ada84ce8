@0x8123456789abcdef;
S {
  a @0 :Int8;
}
