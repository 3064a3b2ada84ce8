@0x8123456789abcdef;
using A = import "/fine.capnp";
struct S {
  a @0 :A.Fin;
}
