# Names that C++ has other plans for, and everything else that decides how generated code is spelled.
@0xd4a1f5c2b7e39806;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("golden::linux");

enum Macro {
  # Enumerators that are macros of common headers.
  null @0;
  eof @1;
  domain @2;
  overflow @3;
  nan @4;
  plain @5;
  # An enumerant's comment.
  renamed @6 $Cxx.name("fancyName");
}

struct Keywords {
  # Fields may be called anything: an accessor has a prefix.
  class @0 :Int32;
  int @1 :Text;
  namespace @2 :Bool = true;
  delete @3 :List(Text);
  new @4 :Keywords;
  union {
    void @5 :Void;
    null @6 :UInt8;
    default @7 :Float64;
  }
}

struct Clashes {
  # The names of what generated code needs itself.
  raw @0 :UInt8;
  asReader @1 :UInt8;
  which @2 :UInt8;
  name @3 :Text = "a name";
  nameDefault @4 :UInt8;
  typeId @5 :UInt64;
  words @6 :UInt8;
  table @7 :UInt8;
  discriminant @8 :UInt8;
  value @9 :UInt8;
  size @10 :UInt8;
  capstan @11 :UInt8;
  std @12 :UInt8;
  clear @13 :UInt8;
  union {
    slots @14 :Text;
    reader :group {
      builder @15 :UInt8;
    }
  }
  struct Slots {
    clashes @0 :Clashes;
  }
  enum Which {
    which @0;
  }
  struct Clashes {
    # A class cannot have a member of its own name.
    again @0 :Clashes;
  }
  struct Reader {}
  struct Builder {}
}

struct Group {
  group :group {
    # In C++ the group Group::Group_.
    group @0 :UInt8;
  }
  const number :UInt8 = 1;
}

struct Renamed $Cxx.name("Better") {
  plain @0 :Text $Cxx.name("better");
  one :group $Cxx.name("two") {
    x @1 :Int32;
    y @2 :Int32;
  }
}

struct Nil @0xd4a1f5c2b7e39807 {}

struct Later {
  # Types of union members that are declared further down.
  union {
    alpha @0 :Alpha;
    beta @1 :List(Alpha.Beta);
    gamma @2 :Alpha.Beta.Gamma;
  }
  struct Alpha {
    nil @0 :Nil;
    struct Beta {
      gamma @0 :List(Gamma);
      enum Gamma { ray @0; }
    }
  }
  const ray :Outer.Inner = beam;
}

struct Outer {
  enum Inner { light @0; beam @1; }
}

struct Comments {
  # A comment that ends in a backslash \
  a @0 :Text = "a \"quoted\" text\n";
  # Another: */ // "quotes" ??/
  b @1 :Data = 0x"00 ff";
  #   Indented,
  #
  # with an empty line.
}

struct SAME {
  # Has a constant whose name in C++ would be the struct's.
  const same :UInt8 = 7;
}

const text :Text = "\"a\\b\"\x01??/ ü";
const nothing :Void = void;
const color :Macro = renamed;
