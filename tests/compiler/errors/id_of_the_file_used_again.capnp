@0x8123456789abcdef;
struct A @0x8123456789abcdef {}
