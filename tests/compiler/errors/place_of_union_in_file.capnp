@0x8123456789abcdef;
union {
  a @0 :Int8;
  b @1 :Int8;
}
