@0x8123456789abcdef;
annotation note (enum, field) :Text;
struct S $note("x") {}
