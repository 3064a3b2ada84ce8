@0x8123456789abcdef;
annotation note (*) :Text;
struct S $note(5) {}
