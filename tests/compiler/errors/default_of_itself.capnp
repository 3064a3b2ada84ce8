@0x8123456789abcdef;
struct S {
  s @0 :S = S.c;
  const c :S = (s = S.c);
}
