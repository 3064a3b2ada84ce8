@0x8123456789abcdef;
struct S {
  $note("x");
}
annotation note (*) :Text;
