# Words of the language are ordinary names where a name is expected.
@0xc3bed251a0883d1e;
struct Words {
  struct @0 :Text;
  enum @1 :Text;
  union @2 :Text;
  group @3 :Text;
  using @4 :Text;
  const @5 :Text;
  interface @6 :Text;
  annotation @7 :Text;
  import @8 :Text;
  void @9 :Void;
  true @10 :Bool = true;
  inf @11 :Float32 = inf;
  extends @12 :Text;
  in :group { union :union { struct @13 :Void; enum @14 :Void; } }
  list @15 :List(List(Void));
}
enum Kinds { true @0; false @1; void @2; inf @3; struct @4; }
const kind :Kinds = true;
const kinds :List(Kinds) = [void, inf, struct];
annotation struct (struct) :Void;
struct Shadow {
  # A nested name hides the built-in one.
  struct Text { x @0 :Int32; }
  text @0 :Text;
  list @1 :List(Text);
}
struct A { struct B { struct A {} x @0 :A; y @1 : .A; } b @0 :B; }
