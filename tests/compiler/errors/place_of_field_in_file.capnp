@0x8123456789abcdef;
a @0 :Int8;
