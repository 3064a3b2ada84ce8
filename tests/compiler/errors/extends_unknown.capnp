@0x8123456789abcdef;
interface Base {}
interface I extends(Bse) {}
