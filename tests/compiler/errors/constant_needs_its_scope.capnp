@0x8123456789abcdef;
const a :Int8 = 1;
const b :Int8 = a;
struct S {
  const c :Int8 = 1;
  d @0 :Int8 = c;
}
