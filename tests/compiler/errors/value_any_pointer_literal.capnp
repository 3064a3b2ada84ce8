@0x8123456789abcdef;
const a :AnyPointer = "x";
