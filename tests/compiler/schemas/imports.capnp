# Imports and aliases: every way to name something of another file or scope.
using Cxx = import "/capnp/c++.capnp";
using import "folder/library.capnp".Shape;
using Library = import "folder/library.capnp";
using Deep = Library.Deep;
using Deeper = .Deep.Deeper;
using Unused = Library.Unused;
using Number = Int32;
using Numbers = List(Number);
using Ctor = List;
using note = Library.note;
using limit = Library.limit;
@0x839601ba667d7bf1;
$Cxx.namespace("imports::test");
$note("applied to a file");

struct User {
  shape @0 :Shape;
  circle @1 :Shape.Circle = Shape.defaultCircle;
  deep @2 :Deep;
  deeper @3 :List(Deeper);
  direct @4 :import "folder/deeper/leaf.capnp".Leaf;
  absolute @5 :import "/compiler/schemas/folder/deeper/leaf.capnp".Leaf.Kind = second;
  number @6 :Number = .limit;
  numbers @7 :Numbers = [1, 2];
  built @8 :Ctor(Ctor(Text));
  local @9 :Local;
  outer @10 : .Local;
  cycle @11 :Library.Cycle;
  qualified @12 :User.Local.Inner;

  struct Local {
    x @0 :Inner;
    struct Inner { y @0 : .User.Local; z @1 :Local; }
    using Alias = .Local;
    w @1 :Alias;
  }
  using Later = Local.Inner;
  later @13 :Later;
}

struct Local {}

const fromLibrary :Shape.Circle = Shape.defaultCircle;
const fromImport :Int32 = import "folder/library.capnp".limit;
