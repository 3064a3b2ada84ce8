@0x8123456789abcdef;
struct S {}
interface I extends(S) {}
