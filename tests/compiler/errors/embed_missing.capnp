@0x8123456789abcdef;
const a :Data = embed "nowhere.bin";
