@0x8123456789abcdef;
interface A extends(B) {}
interface B extends(A) {}
