@0x8123456789abcdef;
using text = Text;
