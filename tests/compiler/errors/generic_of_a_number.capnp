@0x8123456789abcdef;
struct Box(T) {
  a @0 :T;
}
struct S {
  a @0 :Box(Int32);
}
