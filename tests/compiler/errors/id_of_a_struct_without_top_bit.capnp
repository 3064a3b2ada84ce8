@0x8123456789abcdef;
struct S @0x123 {}
