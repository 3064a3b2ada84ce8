@0x8123456789abcdef;
interface I(T) extends(T) {}
