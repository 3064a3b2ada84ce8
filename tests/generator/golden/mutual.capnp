# Types with constants of each other's types: in no order of C++ is each declared before its use.
@0xa6d2c81f4be90537;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("golden::mutual");

struct Left {
  struct Inner {
    size @0 :UInt32 = 3;
  }
  enum Side {
    outer @0;
    inner @1;
  }
  const right :Right.Inner = (name = "right");
  # Named in its place, behind what it names.
  const farSide :Right.Side = far;
  const rights :List(Right) = [(), (inner = (name = "second"))];
}

struct Right {
  inner @0 :Inner = (name = "default");
  struct Inner {
    name @0 :Text;
  }
  enum Side {
    near @0;
    far @1;
  }
  const left :Left.Inner = (size = 7);
  # Declared before its type.
  const innerSide :Left.Side = inner;
  const lefts :List(Left.Inner) = [(size = 1), ()];
  const sides :List(Left.Side) = [inner, outer];
  const label :Text = "plain";
  struct LimitType {
    # Has a name that would be made for the constant below.
    const limit :Left.Inner = ();
    const limitType :UInt8 = 5;
  }
  const limit :Left.Inner = (size = 9);
}

struct Maker(T) {
  struct Made {
    owner @0 :T;
    count @1 :UInt16;
  }
  enum Mood {
    good @0;
    bad @1;
  }
  struct Near {
    struct Inner {
      label @0 :Text;
    }
    const far :Far(Text).Inner = (label = "far", value = "text");
    const mood :Far.Mood = bad;
  }
  struct Far(NearType) {
    # Has a parameter with a name that would be made for its constant.
    struct Inner {
      label @0 :Text;
      value @1 :NearType;
    }
    enum Mood {
      good @0;
      bad @1;
    }
    const near :Near.Inner = (label = "near");
  }
  const taken :Taker(Data).Taken(Text) = (count = 11, first = "ff", second = "a text");
  const mood :Taker.Mood = worse;
  # Of what is in other instances of the type around it.
  const madeOfText :Maker(Text).Made = (owner = "its owner", count = 14);
  const ofTheFar :List(Maker(Text).Far(Data).Inner) = [(label = "a"), (label = "b")];
  # Of another instance.
  const other :Maker(Data) = (whole = "ff");
  whole @0 :T;
}

struct Taker(T) {
  struct Taken(U) {
    count @0 :UInt16;
    first @1 :T;
    second @2 :U;
  }
  enum Mood {
    better @0;
    worse @1;
  }
  const made :Maker(Text).Made = (owner = "its owner", count = 12);
  const madeOfMine :Maker(T).Made = (count = 13);
  const mood :Maker.Mood = bad;
}

interface Caller {
  struct Ticket {
    number @0 :UInt64;
  }
  call @0 (ticket :Callee.Ticket) -> ();
  const first :Callee.Ticket = (text = "none");
}

interface Callee extends(Caller) {
  struct Ticket {
    text @0 :Text;
  }
  const first :Caller.Ticket = (number = 1);
}
