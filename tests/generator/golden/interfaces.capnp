# Interfaces: ids, methods and what these take and give. Fields of them are capabilities.
@0xc6d8e1f20a1b3c49;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("golden::interfaces");

interface Directory extends(Entry, Observable(Entry)) {
  # Names and what they stand for.
  list @0 () -> (entries :List(Named));
  # All entries.
  open @1 (name :Text, mode :Mode = read) -> (entry :Entry);
  write @2 (bytes :Data) -> stream;
  find @3 Query -> Query.Answer;
  delete @4 (name :Text) $Cxx.name("erase");

  struct Named {
    name @0 :Text;
    entry @1 :Entry;
  }
  enum Mode {
    read @0;
    write @1;
  }
  interface Cursor {
    next @0 () -> (named :Named);
  }
  const root :Text = "/";
}

interface Entry {
  parent @0 () -> (directory :Directory);
}

interface Observable(T) {
  # A generic interface, and a method with a parameter of its own.
  observe @0 (observer :Observer) -> (cancel :Capability);
  map @1 [U] (value :T, key :U) -> (pair :Pair(T, U));
  interface Observer {
    changed @0 (to :T);
  }
  struct Pair(A, B) {
    a @0 :A;
    b @1 :B;
  }
}

struct Query {
  text @0 :Text;
  where @1 :List(Directory);
  any @2 :Capability;
  watch @3 :Observable(Text).Observer;
  union {
    entry @4 :Entry;
    none @5 :Void;
  }
  struct Answer {
    hits @0 :List(Entry);
  }
}

struct DirectoryShared {
  # Takes no name that a generic type needs.
  directory @0 :Directory;
}
