@0x8123456789abcdef;
const a :Text = "\u00e9";
