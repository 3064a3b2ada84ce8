@0x8123456789abcdef;
interface I {
  a @0 ();
  b @0 ();
}
