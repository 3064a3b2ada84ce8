@0x8123456789abcdef;
/* A comment. */
struct S {}
