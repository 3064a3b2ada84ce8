@0x8123456789abcdef;
interface A {}
interface B extends A {}
