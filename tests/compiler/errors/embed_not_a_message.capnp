@0x8123456789abcdef;
struct S {}
const a :S = embed "library/fine.capnp";
