# SPDX-License-Identifier: Apache-2.0
# What interfaces consist of.
@0xd1f9a3c64b7e2085;

using Generics = import "generics.capnp";

interface Empty {}

interface Clock {
  # Tells the time.
  now @0 () -> (seconds :Int64, zone :Text = "UTC");
  # As far as it is known.
  set @2 (seconds :Int64 = 1, zone :Text = null, source :Clock = null);
  tick @1 Tick -> Tick;

  struct Tick {
    count @0 :UInt32;
    clock @1 :Clock;
  }
}

interface Alarm @0x9d3c2b5a81f04e77 extends(Clock, Generics.Store(Text, Clock.Tick)) {
  ring @0 (times :List(Clock), loud :Bool, until :Clock.Tick);
  watch @1 (bytes :Data) -> stream;
  stream @2 (stream :Empty);
  const limit :UInt16 = 9;
  annotation shy (method, param) :Void;
  quiet @3 (much :Float32 $shy, less :Void) -> () $shy;
}

interface Registry(Name) {
  interface Entry(Value) extends(Registry(Name)) {
    get @0 () -> (name :Name, value :Value, other :Generics.Box(Value));
    alike @1 Generics.Box(Name) -> Generics.Pair(Name, Value);
  }
  open @0 [Value, Other] (name :Name, hint :Value, other :Generics.Box(Other))
      -> (entry :Entry(Value), others :List(Generics.Box(Other)));
  whole @1 [Value] Generics.Box(Value) -> Generics.Box(Generics.Box(Value));
  enum Mode { soft @0; hard @1; }
  mode @2 (mode :Mode = hard) -> (mode :Mode);
}

struct Users {
  clock @0 :Clock;
  clocks @1 :List(List(Clock));
  entry @2 :Registry(Text).Entry(Data);
  bare @3 :Registry;
  mode @4 :Registry(Text).Mode;
}
