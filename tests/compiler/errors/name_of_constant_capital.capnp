@0x8123456789abcdef;
const MAX :Int8 = 1;
