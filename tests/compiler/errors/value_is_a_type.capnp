@0x8123456789abcdef;
struct S {}
const a :Int8 = .S;
