# Generic types: structs, what lies in their scopes, and fields that bind them.
@0xe6f1a8c0d2b34597;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("golden::generics");

struct Pair(First, Second) {
  # Two of whatever.
  first @0 :First;
  second @1 :Second;
  swapped @2 :Pair(Second, First);
  label @3 :Text = "a pair";
}

struct Node(T) {
  # Everything that a scope can hold, in a generic one.
  value @0 :T;
  union {
    leaf @1 :Void;
    children @2 :List(Node(T));
    other @3 :T;
    bounds :group {
      low @4 :T;
      high @5 :T;
      step @6 :UInt8 = 3;
    }
  }
  color @7 :Color = green;
  tag @8 :Tag;
  edges @9 :List(Edge(Text));
  struct Edge(Weight) {
    # Has two parameters: its own, and the node's.
    weight @0 :Weight;
    to @1 :Node(T);
    both @2 :Pair(T, Weight);
  }
  struct Tag {
    # Has the node's parameter.
    owner @0 :T;
    depth @1 :UInt16;
  }
  enum Color {
    red @0;
    green @1;
  }
  const limit :UInt32 = 12;
  const origin :Tag = (depth = 7);
}

struct Holder {
  # Bound, partly bound and not bound.
  texts @0 :Pair(Text, Data);
  open @1 :Pair;
  tree @2 :Node(Holder);
  tag @3 :Node(Text).Tag;
  edge @4 :Node(Text).Edge(List(Int32));
  pairs @5 :List(Pair(Text, Holder));
  color @6 :Node(Text).Color = red;
  deep @7 :Pair(Pair(Text, Text), Node(Data));
  later @8 :Later(Text);
  const sample :Pair(Text, Text) = (first = "1", second = "2", label = "const");
}

struct Later(Holder) {
  # A parameter whose name is taken by a type, and is called something else in C++.
  holder @0 :Holder;
  plain @1 :Outer.Inner(Text, Holder);
}

struct Outer {
  # Not generic, but what lies in it is.
  struct Inner(Reader, T) {
    reader @0 :Reader;
    t @1 :T;
    struct Again(T) {
      t @0 :T;
      outer @1 :Inner(T, Reader);
    }
  }
}
