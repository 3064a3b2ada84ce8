@0xa188dc99322dc825;
using Leaf = import "deeper/leaf.capnp";
using Back = import "../imports.capnp";
annotation note (*) :Text;
const limit :Int32 = 1000;
struct Shape {
  struct Circle { radius @0 :Float64; center :group { x @1 :Float64; y @2 :Float64; } }
  union { circle @0 :Circle; square @1 :Float64; }
  const defaultCircle :Circle = (radius = 1, center = (x = 2.5));
}
struct Deep { leaf @0 :Leaf.Leaf; struct Deeper { up @0 :Deep; } struct NotUsed { x @0 :Shape; } }
struct Cycle { back @0 :Back.User; }
struct Unused { x @0 :Hidden; struct Hidden {} }
