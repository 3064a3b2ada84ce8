@0x8123456789abcdef;
// The file's comment.
struct S {}
