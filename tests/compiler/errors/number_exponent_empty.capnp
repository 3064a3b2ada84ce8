@0x8123456789abcdef;
const a :Float64 = 1e;
