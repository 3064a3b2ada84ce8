@0x8123456789abcdef;
struct point {}
