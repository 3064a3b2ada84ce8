# Every kind of field, with and without a default, for tests that compare with the reference.
@0xabc82ac4bc67e7ec;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("test_types");

enum Color {
  red @0;
  green @1;
  blue @2;
  deepPurple @3;
}

struct AllTypes {
  # No field has a default of its own.
  voidField @0 :Void;
  boolField @1 :Bool;
  int8Field @2 :Int8;
  int16Field @3 :Int16;
  int32Field @4 :Int32;
  int64Field @5 :Int64;
  uint8Field @6 :UInt8;
  uint16Field @7 :UInt16;
  uint32Field @8 :UInt32;
  uint64Field @9 :UInt64;
  float32Field @10 :Float32;
  float64Field @11 :Float64;
  textField @12 :Text;
  dataField @13 :Data;
  structField @14 :AllTypes;
  enumField @15 :Color;
  anyField @16 :AnyPointer;

  voidList @17 :List(Void);
  boolList @18 :List(Bool);
  int8List @19 :List(Int8);
  int16List @20 :List(Int16);
  int32List @21 :List(Int32);
  int64List @22 :List(Int64);
  uint8List @23 :List(UInt8);
  uint16List @24 :List(UInt16);
  uint32List @25 :List(UInt32);
  uint64List @26 :List(UInt64);
  float32List @27 :List(Float32);
  float64List @28 :List(Float64);
  textList @29 :List(Text);
  dataList @30 :List(Data);
  structList @31 :List(AllTypes);
  enumList @32 :List(Color);
  int32Matrix @33 :List(List(Int32));
  textMatrix @34 :List(List(Text));
  structMatrix @35 :List(List(AllTypes));
}

struct Defaults {
  # The same kinds, each with a default.
  boolField @0 :Bool = true;
  int8Field @1 :Int8 = -123;
  int16Field @2 :Int16 = -12345;
  int32Field @3 :Int32 = -12345678;
  int64Field @4 :Int64 = -123456789012345;
  uint8Field @5 :UInt8 = 234;
  uint16Field @6 :UInt16 = 45678;
  uint32Field @7 :UInt32 = 3456789012;
  uint64Field @8 :UInt64 = 12345678901234567890;
  float32Field @9 :Float32 = 1234.5;
  float64Field @10 :Float64 = -123e45;
  textField @11 :Text = "foo";
  dataField @12 :Data = 0x"62 61 72";
  structField @13 :AllTypes = (
    boolField = true, int8Field = -12, int16Field = 3456, int32Field = -78901234,
    int64Field = 56789012345678, uint8Field = 90, uint16Field = 1234, uint32Field = 56789012,
    uint64Field = 345678901234567890, float32Field = -1.25e-10, float64Field = 345,
    textField = "baz", dataField = "qux",
    structField = (textField = "nested", structField = (textField = "really nested")),
    enumField = blue, boolList = [false, true, false, true, true],
    textList = ["plugh", "xyzzy", "thud"],
    structList = [(textField = "structlist 1"), (textField = "structlist 2")]);
  enumField @14 :Color = deepPurple;
  voidList @15 :List(Void) = [void, void, void];
  boolList @16 :List(Bool) = [true, false, false, true];
  int8List @17 :List(Int8) = [111, -111];
  int64List @18 :List(Int64) = [1111111111111111111, -1111111111111111111];
  float64List @19 :List(Float64) = [1.5, -inf, inf];
  textList @20 :List(Text) = ["first", "second"];
  dataList @21 :List(Data) = ["oops", 0x"00 ff"];
  structList @22 :List(AllTypes) = [(textField = "one"), (int32Field = 2), ()];
  enumList @23 :List(Color) = [blue, red];
  int32Matrix @24 :List(List(Int32)) = [[1, 2], [], [3]];
  negativeZero @25 :Float64 = -0.0;
  notANumber @26 :Float32 = nan;
  infinite @27 :Float32 = -inf;
}

struct Unions {
  # A named union, an unnamed one, groups in both, and what stands around them.
  before @0 :UInt16;
  shape :union {
    circle @1 :Float64;
    square @2 :Float64;
    label @3 :Text;
    box :group {
      width @4 :UInt32;
      height @5 :UInt32;
      name @6 :Text;
    }
    nothing @7 :Void;
  }
  place :group {
    street @8 :Text;
    number @9 :UInt16 = 1;
    flag @10 :Bool = true;
  }
  union {
    number @11 :Int32 = 7;
    text @12 :Text = "default text";
    list @13 :List(UInt16);
    self @14 :Unions;
    any @15 :AnyPointer;
    color @16 :Color = green;
  }
  after @17 :UInt8;
}

struct Older {
  # Newer, as an earlier version knew it.
  id @0 :UInt32;
  name @1 :Text;
}

struct Newer {
  id @0 :UInt32;
  name @1 :Text;
  extra @2 :UInt64 = 99;
  more @3 :List(Text);
  children @4 :List(Newer);
}

struct Lists {
  # Lists whose element types can be read as one another.
  olders @0 :List(Older);
  newers @1 :List(Newer);
  bytes @2 :List(UInt8);
  words @3 :List(UInt64);
  texts @4 :List(Text);
}

struct Empty {}

const answer :Int32 = 42;
const smallest :Int64 = -9223372036854775808;
const ratio :Float64 = 0.25;
const greeting :Text = "hello";
const payload :Data = 0x"de ad be ef";
const favourite :Color = blue;
const origin :Older = (id = 1, name = "origin");
const primes :List(UInt16) = [2, 3, 5, 7];
