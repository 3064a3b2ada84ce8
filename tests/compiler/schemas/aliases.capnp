# Aliases named like what they stand for, and aliases of other declarations in generic scopes.
@0xc6f0a2b39d51e874;

using Data = Data;
using List = List;

struct Plain {}
enum Kind {
  low @0;
  high @1;
}
struct Box(T) {
  value @0 :T;
  struct Lid {}
  annotation mark (*) :T;
}
annotation tag (*) :Void;

struct Holder {
  using Plain = Plain;
  using Box = Box(Text);
  using One = Two;
  using Two = One;
  plain @0 :Plain;
  box @1 :Box;
  one @2 :One;
  data @3 :List(Data);
  lid @4 :Box.Lid;
}
struct One {}

struct Outer(T) {
  using T = T;
  using Plain = Plain;
  using Kind = Kind;
  using Box = Box;
  using Lid = Box.Lid;
  using Library = import "folder/library.capnp";
  using tag = tag;
  using Text = Text;
  using Own = Mine;
  struct Mine {}
  struct Inner(U) $tag {
    kind @0 :Kind;
    box @1 :Box(U);
  }
  t @0 :T;
  plain @1 :Plain;
  kind @2 :Kind = high;
  box @3 :Box(T);
  lid @4 :Lid;
  shape @5 :Library.Shape.Circle;
  text @6 :Text;
  own @7 :List(Own);
  empty @8 :Plain();
  inner @9 :Inner(Data) $Box(Text).mark("x");
  bare @10 :Box;
}

interface Service(T) {
  using Plain = Plain;
  call @0 [U] (plain :Plain, box :Box(U), t :T()) -> Plain;
}

struct User $Outer(Text).tag {
  plain @0 :Outer(Text).Plain;
  kind @1 :Outer(Data).Kind = high;
  box @2 :Outer(Text).Box(Data);
  lid @3 :Outer(Text).Box(Data).Lid;
  bare @4 :Outer.Box;
  text @5 :Text();
}
