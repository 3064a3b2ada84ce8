@0x8123456789abcdef;
const a :Int8 = 1
const b :Int8 = 2;
