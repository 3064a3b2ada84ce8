# Annotations: declared for each target, applied to each target, with each kind of value.
@0xbbbec0ed536a3976;

$everywhere("file");
$onFile;
$onFile(void);

annotation everywhere @0xb9a2f4c5d1e60718 (*) :Text;
annotation onFile (file) :Void;
annotation onConst (const) :Bool $everywhere("annotation");
annotation onEnum (enum) :Int8;
annotation onEnumerant (enumerant) :Float64;
annotation onStruct (struct) :List(Int32);
annotation onField (field) :Color;
annotation onUnion (union, group) :Point;
annotation onInterface (interface, method, param) :Data;
annotation onAnnotation (annotation) :AnyPointer;
annotation target (file, const, enum, enumerant, struct, field, union, group, interface, method,
                   param, annotation) :Void $onAnnotation(.origin);

enum Color $onEnum(-5) $everywhere("enum") {
  red @1 $onEnumerant(1.5);
  green @0 $onEnumerant(inf) $everywhere("green");
  blue @2;
}

struct Point {
  x @0 :Int32;
  y @1 :Int32 = 7;
  label @2 :Text;
}

const origin :Point = (label = "origin") ;
const marked :Int32 = 5 $onConst(true) $everywhere("const");

struct Holder $onStruct([1, 2, 3]) $everywhere("one") $everywhere("two") {
  field @0 :Int32 $onField(green);
  withDefault @1 :Int32 = 3 $onField(blue) $Holder.inner("text") $target;
  group :group $onUnion((x = 1)) {
    member @2 :Text $everywhere("in group");
  }
  choice :union $onUnion(x = 2, label = "no inner parentheses") $everywhere("union") {
    a @3 :Void;
    b @4 :Bool $onField(red);
  }
  union {
    c @5 :Void $everywhere("in unnamed union");
    d :group $onUnion(.origin) {
      e @6 :Void;
    }
  }
  annotation inner (field) :Text;
}

struct Later {
  onLater @0 :Int8 $import "folder/library.capnp".note("imported");
}
