@0x8123456789abcdef;
const a :Int8 = .b;
const b :Int8 = .a;
