@0x8123456789abcdef;
interface I {
  m @0 () ->;
}
