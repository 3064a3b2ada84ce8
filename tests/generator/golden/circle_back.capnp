# The other one.
@0xd0f14b6a92c83e75;

using Cxx = import "/capnp/c++.capnp";
using Forth = import "circle.capnp";
$Cxx.namespace("golden::circle_back");

struct Back {
  name @0 :Text;
  forth @1 :Forth.Forth;
  inner @2 :Forth.Forth.Inner;
  box @3 :Forth.Box(Back);
  const smallest :Forth.Forth.Inner = (size = 1);
  const empty :Forth.Box(Text) = (content = "");
}

enum Kind {
  first @0;
  second @1;
}

const here :List(Forth.Forth) = [(name = "a"), (name = "b")];
