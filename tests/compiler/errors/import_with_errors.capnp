@0x8123456789abcdef;
using A = import "/broken.capnp";
struct S {
  a @0 :A.B;
}
