# Two files that import each other.
@0xb3a95d0c7e2f4186;

using Cxx = import "/capnp/c++.capnp";
using Back = import "circle_back.capnp";
$Cxx.namespace("golden::circle");

struct Forth {
  name @0 :Text;
  back @1 :Back.Back;
  backs @2 :List(Back.Back);
  kind @3 :Back.Kind = second;
  union {
    none @4 :Void;
    other @5 :Back.Back;
  }
  boxed @6 :Box(Back.Back);
  struct Inner {
    size @0 :UInt32;
    const kinds :List(Back.Kind) = [second, first];
  }
  const answer :Back.Back = (name = "answer", inner = (size = 5));
  # Its type is of the file that imports this one.
  const favourite :Back.Kind = second;
}

struct Box(T) {
  content @0 :T;
  back @1 :Back.Back;
  backs @2 :List(Back.Back);
  union {
    open @3 :Void;
    lid @4 :Back.Back;
  }
  const sample :Back.Back = (name = "sample");
  const boxOfBack :Box(Back.Back) = (content = (name = "content"));
  const favourite :Back.Kind = second;
}

const there :Back.Back = (name = "there", forth = (name = "here"));
