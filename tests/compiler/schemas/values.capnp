# Values: constants and defaults of every type, and the ways to write them.
@0xd608f1045bdf704e;

enum Color { red @0; green @1; blue @7; one @2; two @3; three @4; four @5; five @6; }

const none :Void = void;
const yes :Bool = true;
const no :Bool = false;
const int8Min :Int8 = -128;
const int8Max :Int8 = 127;
const int16Min :Int16 = -0x8000;
const int16Max :Int16 = 32767;
const int32Min :Int32 = -2147483648;
const int32Max :Int32 = 0x7fffffff;
const int64Min :Int64 = -0x8000000000000000;
const int64Max :Int64 = 9223372036854775807;
const uint8Max :UInt8 = 255;
const uint16Max :UInt16 = 0177777;
const uint32Max :UInt32 = 4294967295;
const uint64Max :UInt64 = 0xffffffffffffffff;
const float32Whole :Float32 = 7;
const float32Negative :Float32 = -7;
const float32Exact :Float32 = 1.5;
const float32Round :Float32 = 0.1;
const float32Largest :Float32 = 3.4028235e38;
const float32RoundedOnce :Float32 = 9007199791611905;
const float32Tiny :Float32 = 1e-46;
const float32Inf :Float32 = inf;
const float32MinusInf :Float32 = -inf;
const float32Nan :Float32 = nan;
const float64Exact :Float64 = -1234.5e-3;
const float64Large :Float64 = 1.7976931348623157E308;
const float64Small :Float64 = 4.9e-324;
const float64Inf :Float64 = inf;
const float64MinusInf :Float64 = -inf;
const float64TooLarge :Float64 = 1e400;
const float64Nan :Float64 = nan;
const float64MinusZero :Float64 = -0.0;
const float64FromMinusZeroInt :Float64 = -0;
const float64FromInt :Float64 = 18446744073709551615;
const color :Color = blue;

const text :Text = "tab\t quote\" octal\101\7 hex\x41 question\? both" " parts" " joined";
const empty :Text = "";
const utf8 :Text = "žluťoučký kůň";
const data :Data = "text as data";
const emptyData :Data = "";
const binary :Data = 0x"00 01 fe ff
                        c0 ffee";

const voidList :List(Void) = [void, void, void];
const boolList :List(Bool) = [true, false, true, true, false, true, true, true, false, true];
const int8List :List(Int8) = [-1, 0, 1,];
const int16List :List(Int16) = [-1, 256];
const int32List :List(Int32) = [-1, 65536];
const int64List :List(Int64) = [-1, 0x100000000];
const uint64List :List(UInt64) = [0xffffffffffffffff];
const float32List :List(Float32) = [1, 2.5, -inf, nan];
const float64List :List(Float64) = [1, 2.5, inf];
const colorList :List(Color) = [blue, red, five];
const textList :List(Text) = ["a", "", "bc"];
const dataList :List(Data) = ["a", 0x"00", ""];
const emptyList :List(Int32) = [];
const emptyTextList :List(Text) = [];
const matrix :List(List(Int16)) = [[1, 2], [], [3]];
const cube :List(List(List(Text))) = [[["x"], []], []];

struct Record {
  id @0 :UInt32 = 17;
  name @1 :Text = "nobody";
  next @2 :Record;
  color @3 :Color = green;
  flag @4 :Bool = true;
  ratio @5 :Float32 = 0.5;
  position :group {
    x @6 :Int16 = -1;
    y @7 :Int16;
  }
  what :union {
    nothing @8 :Void;
    number @9 :Int64 = -99;
    words @10 :List(Text) = ["de", "fault"];
    both :group {
      left @11 :Record;
      right @12 :UInt8 = 3;
    }
  }
  union {
    first @13 :Float64 = 1e10;
    second @14 :Data = 0x"01";
  }
  any @15 :AnyPointer;
  marks @16 :List(Bool);
  void @17 :Void = void;
}

const record :Record = (
    id = 17, name = "somebody", color = red, flag = false, ratio = -0.25,
    position = (x = -1, y = 5),
    what = (both = (left = (id = 1, next = (id = 2)), right = 4)),
    second = "bytes",
    marks = [true, false, true]);
const emptyRecord :Record = ();
const emptyRecords :List(Record) = [];
const records :List(Record) = [(), (id = 3, next = ()), (what = (number = 5)), (first = nan)];
const recordMatrix :List(List(Record)) = [[(id = 1)], [], [(), ()]];
const voidMember :Record = (what = (nothing = void), void = void);

const copyOfInt :Int64 = .int8Min;
const copyOfFloat :Float64 = .float32Exact;
const intAsFloat :Float32 = .int8Max;
const narrowed :UInt8 = .int8Max;
const copyOfText :Text = .text;
const copyOfData :Data = .binary;
const copyOfList :List(Text) = .textList;
const copyOfRecord :Record = .record;
const nested :Record = (id = .uint16Max, name = Scope.name, next = .record, color = one,
                        any = .textList);
const listOfCopies :List(Text) = [.text, Scope.name, Scope.Inner.name];
const anyRecord :AnyPointer = .record;
const anyList :AnyPointer = .records;

struct Scope {
  const name :Text = "Scope";
  struct Inner {
    const name :Text = "Inner";
    const outer :Text = Scope.name;
    const absolute :Text = .Scope.Inner.name;
    field @0 :Text = Inner.name;
    number @1 :Int8 = .int8Max;
  }
  record @0 :Record = .record;
  records @1 :List(Record) = .records;
  inline @2 :Record = (id = 5, position = (y = 1));
  ints @3 :List(Int8) = [1, 2, 3];
  texts @4 :List(Text) = ["x"];
  datum @5 :Data = 0x"0a 0b";
  empty @6 :Text = "";
  any @7 :AnyPointer = .record;
  color @8 :Color = three;
  inf @9 :Float32 = inf;
  nan @10 :Float64 = nan;
  minusZero @11 :Float32 = -0.0;
  zero @12 :Int32 = 0;
  emptyList @13 :List(Record) = [];
  emptyStruct @14 :Record = ();
  emptyData @15 :Data = "";
}
