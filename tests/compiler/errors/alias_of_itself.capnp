@0x8123456789abcdef;
using A = B;
using B = A;
