@0x8123456789abcdef;
const a :Int8 => 5;
