@0x8123456789abcdef;
const a :Data = 0x"01 2";
