@0x8123456789abcdef;
struct A {}
using A;
