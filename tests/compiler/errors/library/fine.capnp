@0x8123456789abcde0;

struct Fine {
  a @0 :Int8;
}
