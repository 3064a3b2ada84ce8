# The messages of the benchmarks; the names are those that users of other runtimes know.
@0xb6b944552089acd1;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("benchmarks");

struct BenchmarkA {
  # A small record of mixed fields: what Marshal and Unmarshal move.
  name @0 :Text;
  birthDay @1 :Int64;
  phone @2 :Text;
  siblings @3 :Int32;
  spouse @4 :Bool;
  money @5 :Float64;
}

struct KeyValue {
  # What the stream workloads send.
  key @0 :Data;
  value @1 :Data;
}

struct AllocBenchmark {
  # A list that grows a message far past its first segment.
  fields @0 :List(Field);

  struct Field {
    stringValue @0 :Text;
  }
}

struct HoldsText {
  # Texts at three depths, for moving them between messages.
  txt @0 :Text;
  lst @1 :List(Text);
  lstlst @2 :List(List(Text));
}

struct SmallRoot {
  # The root of SmallMessage, whose first pointer is set twice.
  first @0 :AnyPointer;
  second @1 :AnyPointer;
}

struct SmallText {
  text @0 :Text;
}

struct FourWords {
  a @0 :UInt64;
  b @1 :UInt64;
  c @2 :UInt64;
  d @3 :UInt64;
}
