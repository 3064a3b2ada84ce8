@0x8123456789abcdef;
struct point {
  x @0 :Widget;
  y @0 :Int8 = 300;
}
const Limit :Text = 5;
enum E {
  a @1;
}
