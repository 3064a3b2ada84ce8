@0x8123456789abcdef;
struct S {
  a @0 :Widget;
  b @1 :List(Widget);
}
