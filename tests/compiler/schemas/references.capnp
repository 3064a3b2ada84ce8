# Values that are other values.
@0xa7c1e35f9b2d4068;

using Generics = import "generics.capnp";
using Values = import "values.capnp";

struct Config {
  port @0 :UInt16 = 80;
  host @1 :Text = "localhost";
  limits @2 :List(Float32);
  parent @3 :Config;
  any @4 :AnyPointer;
  anyStruct @5 :AnyStruct;
  anyList @6 :AnyList;
  mode :union {
    fast @7 :Void;
    slow @8 :UInt8;
    named :group {
      name @9 :Text;
      level @10 :Int8 = -3;
    }
  }
  const standard :Config = (port = 8080, limits = [1, .Config.most], mode = (slow = 5));
  const most :Float32 = 2.5;
  kind @11 :Kind = medium;
  enum Kind { small @0; medium @1; large @2; }
}

const copied :Config = .Config.standard;
const nested :Config = (parent = .Config.standard, any = .Config.standard,
                        anyStruct = (.copied), anyList = .list, kind = large);
const named :Config = (mode = (named = (name = "x", level = 4)), limits = []);
const list :List(Config) = [.copied, (), (host = "other", any = .named)];
const wide :Int64 = .narrow;
const narrow :Int8 = -5;
const real :Float64 = .narrow;
const imported :Text = Values.text;
const fromFile :UInt8 = import "values.capnp".uint8Max;
const bound :Generics.Box(Text) = Generics.boxed;
const text :Text = embed "embedded.txt";
const bytes :Data = embed "embedded.txt";
const message :Config = embed "embedded.message";
const messages :List(Config) = [embed "embedded.message", (parent = embed "embedded.message")];

struct Defaults {
  a @0 :Config = .Config.standard;
  b @1 :List(Config) = .list;
  c @2 :Data = embed "embedded.txt";
  d @3 :AnyPointer = .list;
  e @4 :Config = embed "embedded.message";
  f @5 :Int32 = .narrow;
  g @6 :List(Text) = [.imported, "more"];
}

annotation settings (*) :Config;
annotation level (param, method, interface) :Int16;
annotation loud (*) :Void;
annotation several (enumerant, field) :List(Config.Kind);

struct Annotated $settings(.copied) $loud {
  a @0 :Text $settings(port = 1, mode = (named = (name = "n"))) $several([small, large]);
  b :group $loud { c @1 :Text $loud(void); }
  d :union $settings() { e @2 :Void $several([]); f @3 :Void; }
}
interface Served $level(1) {
  call @0 (a :Text $level(.narrow), b :Int8 $loud) -> (c :Text $level(-1)) $level(2) $loud;
}
enum Ranked $loud { first @0 $several([medium]); }
const annotated :Void = void $settings(host = "c");
annotation onAnnotation (annotation) :Text $loud;
$settings(host = "file");
