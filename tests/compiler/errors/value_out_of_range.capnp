@0x8123456789abcdef;
const a :Int8 = 128;
const b :UInt16 = -1;
const c :Int64 = 9223372036854775808;
