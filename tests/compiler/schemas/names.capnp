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
enum Words2 { union @0; using @1; const @2; import @3; annotation @4; interface @5; enum @6; }
const word :Words2 = union;
const words :List(Words2) = [import, using, enum];
interface Calls {
  struct @0 (import :Text, embed :Text, stream :Text, union :Text);
  union @1 () -> (struct :Text);
  using @2 ();
  const @3 ();
  enum @4 ();
  interface @5 ();
  annotation @6 ();
  stream @7 ();
  extends @8 ();
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
