@0x8123456789abcdef;
const a :List(Int8) = [1, 2;
