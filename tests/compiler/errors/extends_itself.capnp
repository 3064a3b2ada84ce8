@0x8123456789abcdef;
interface I extends(I) {}
