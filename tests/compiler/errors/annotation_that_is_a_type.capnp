@0x8123456789abcdef;
struct T {}
struct S $T {}
