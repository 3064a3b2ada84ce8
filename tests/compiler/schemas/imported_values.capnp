# Files that only values refer to: they are no imports of a request.
@0xd27b48e1053fa69c;

annotation note (*) :Text;
annotation level (*) :Int32;

$level(import "folder/library.capnp".limit);

struct Noted $note(import "values.capnp".text) {
  a @0 :UInt8 = import "values.capnp".uint8Max;
  b @1 :AnyPointer = import "folder/library.capnp".Shape.defaultCircle;
  c @2 :List(Int32);
}

interface Caller {
  call @0 (a :UInt8 = import "values.capnp".uint8Max) $level(import "folder/library.capnp".limit);
}

const noted :Noted = (
  a = import "values.capnp".uint8Max,
  c = [1, import "folder/library.capnp".limit]
);

# Both: a value, and then a type.
using Leaf = import "folder/deeper/leaf.capnp";
const both :Leaf.Leaf.Kind = second;

enum Level {
  none @0;
  some @1;
}
const some :Level = some;
const number :Int64 = .some;
const small :UInt8 = .some;
const fraction :Float32 = .some;

struct Argument {}
struct Marked(T) {
  annotation mark (*) :Void;
}
enum Marks $Marked(import "folder/library.capnp".Cycle).mark {
  a @0;
}
