@0x8123456789abcdef;
const limit :Int8 = 1;
struct S {
  a @0 : .limit;
}
