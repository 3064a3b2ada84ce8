# SPDX-License-Identifier: Apache-2.0
# Types, constants and defaults that come from other files; annotations that nobody generates.
@0xb3c98f4e1a6d7025;

using Cxx = import "/capnp/c++.capnp";
using Types = import "all_types.capnp";
using import "groups.capnp".Groups;
$Cxx.namespace("test_importing");

annotation note(*) :Text;

struct Importing $note("a struct") {
  color @0 :Types.Color = blue $note("a field");
  everything @1 :Types.AllTypes;
  groups @2 :List(Groups);
  newer @3 :Types.Newer = (id = 5, children = [(name = "child")]);

  const favourite :Types.Color = deepPurple;
  const copied :Types.Older = Types.origin;

  struct Inner {
    colors @0 :List(Types.Color) = [red, green];
    matrix @1 :List(List(Types.Older));
  }
}

const everyColor :List(Types.Color) = [red, green, blue, deepPurple];
const negativeZero :Float32 = -0.0;
const tiny :Float64 = 5e-324;
const large :UInt64 = 18446744073709551615;
const matrix :List(List(Int8)) = [[1], [], [-2, 3]];
const inner :Importing.Inner = (colors = [green]);
