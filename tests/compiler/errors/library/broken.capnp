@0x8123456789abcde1;

struct Broken {
  a @0 Int8;
}
