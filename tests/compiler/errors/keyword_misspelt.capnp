@0x8123456789abcdef;
sturct S {
  a @0 :Int8;
}
