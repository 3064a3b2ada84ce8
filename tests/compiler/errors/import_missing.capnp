@0x8123456789abcdef;
using A = import "nowhere.capnp";
struct S {
  a @0 :A.B;
  b @1 :A.C;
}
