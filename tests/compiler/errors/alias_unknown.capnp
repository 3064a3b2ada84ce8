@0x8123456789abcdef;
using A = Widget;
