# Layout: holes, unions and groups in every combination that shares places.
@0x97352ace44b0875b;

struct Holes {
  a @0 :Bool;
  b @1 :Int64;
  c @2 :Int8;
  d @3 :Bool;
  e @4 :Int32;
  f @5 :Int16;
  g @6 :Bool;
  h @7 :Text;
  i @8 :Int8;
  j @9 :Void;
  k @10 :Float64;
  l @11 :Float32;
  m @12 :List(Bool);
}

struct OutOfOrder {
  last @5 :Int8;
  first @0 :Text;
  third @2 :Int64;
  second @1 :Bool;
  fifth @4 :Bool;
  fourth @3 :Holes;
}

struct BySize {
  one :union {
    v @0 :Void;
    b @1 :Bool;
    i8 @2 :Int8;
    i16 @3 :Int16;
    i32 @4 :Int32;
    i64 @5 :Int64;
    p @6 :Text;
  }
  middle @7 :Bool;
  two :union {
    p @8 :Text;
    i64 @9 :Int64;
    i32 @10 :Int32;
    i16 @11 :Int16;
    i8 @12 :Int8;
    b @13 :Bool;
    v @14 :Void;
  }
  end @15 :Int32;
}

struct Unnamed {
  before @0 :Int16;
  union {
    foo @1 :UInt16;
    bar @3 :UInt32;
    baz :group {
      x @5 :Int8;
      y @6 :Int64;
      z @7 :Text;
      w @8 :Text;
    }
  }
  middle @2 :UInt16;
  after @4 :Text;
}

struct Interleaved {
  one :union {
    a :group { x @0 :UInt32; y @2 :UInt64; z @4 :Text; }
    b @6 :Bool;
    c :group { x @8 :UInt16; y @10 :Text; z @12 :Text; }
  }
  two :union {
    a :group { x @1 :UInt32; y @3 :UInt64; z @5 :Text; }
    b @7 :Bool;
    c :group { x @9 :UInt16; y @11 :Text; z @13 :Text; }
  }
}

struct InUnions {
  outer :union {
    inner :union {
      foo @0 :Int32;
      bar @1 :Int32;
      deep :union { x @6 :Int8; y @7 :Int64; z :group { p @8 :Text; q @9 :Text; } }
    }
    baz @2 :Int32;
    voids :group {
      choice :union { n @3 :Void; m @4 :Void; }
      plain @5 :Bool;
    }
  }
  tail @10 :Int16;
}

struct Late {
  foo @0 :Int16;
  bar @1 :Text;
  baz @2 :Int16;
  theUnion :union {
    qux @3 :Text;
    corge @4 :List(Int32);
    grault @5 :Float32;
  }
  another @6! :union {
    lower @8 :Void;
    other @7 :Text;
  }
}

struct Retroactive {
  before @0 :Int8;
  what @2! :union {
    existing @1 :Int32;
    added @3 :Int64;
    more @4 :Text;
  }
  deep @5! :union {
    x :group { y @6 :Int8; z @9 :Int16; }
    w @7 :Void;
  }
  after @8 :Int16;
}

struct Growing {
  # A place of a union grows into the hole behind it when no other field took that.
  choice :union {
    small @0 :Int8;
    tiny @1 :Bool;
    group :group { a @2 :Int8; b @3 :Int16; c @4 :Int32; d @5 :Bool; e @6 :Bool; }
    large @7 :Int64;
    pair :group { x @8 :Int32; y @9 :Int32; z @10 :Int16; }
  }
}

struct Groups {
  one :group {
    two :group {
      three :group { a @0 :Int8; b @3 :Int8; }
      c @1 :Int32;
    }
    d @2 :Int8;
  }
  e @4 :Int8;
}

struct Empty {}
struct OnlyVoid { v @0 :Void; }
enum EmptyEnum {}
struct Recursive { list @0 :List(Recursive); self @1 :Recursive; matrix @2 :List(List(Recursive)); }
