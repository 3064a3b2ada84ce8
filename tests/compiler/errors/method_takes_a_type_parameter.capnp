@0x8123456789abcdef;
interface I(T) {
  m @0 T -> ();
}
