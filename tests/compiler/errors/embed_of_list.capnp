@0x8123456789abcdef;
const a :List(Text) = embed "library/fine.capnp";
