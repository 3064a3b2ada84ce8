@0x8123456789abcdef;
const a :Data = "x";
const b :Text = .a;
