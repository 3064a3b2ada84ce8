@0xaa1b70f63a837bac;
struct Leaf @0xf3c9b1d2a4e58607 $import "/capnp/c++.capnp".name("Blatt") {
  kind @0 :Kind;
  enum Kind @0xe1d2c3b4a5968778 { first @0; second @1; }
  parent @1 :import "../library.capnp".Shape;
}
