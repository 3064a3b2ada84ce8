@0x8123456789abcdef;
interface I {}
struct S {
  a @0 :I = 5;
}
