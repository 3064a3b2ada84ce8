# SPDX-License-Identifier: Apache-2.0
# Types with parameters: bound, unbound, inherited, renamed.
@0xb3a45c9de1f27086;

struct Box(T) {
  value @0 :T;
  same @1 :Box(T);
  other @2 :Box;
  text @3 :Box(Text);
  spot :group {
    here @4 :T;
    there @5 :Inner(T);
  }
  union {
    left @6 :T;
    right @7 :Box(Box(T));
  }

  struct Inner(U) {
    both @0 :Pair(T, U);
    kind @1 :Kind = third;
    plain @2 :Plain;
    using Mixed = Pair(U, T);
    mixed @3 :Mixed;
    struct Plain { value @0 :T; other @1 :U; }
    enum Kind { first @0; second @1; third @2; }
  }
  using OfText = Inner(Text);
  using Partly = Inner;
  ofText @8 :OfText;
  partly @9 :Partly(Data);
}

struct Pair(First, Second) {
  first @0 :First;
  second @1 :Second;
}

interface Store(Key, Value) {
  get @0 (key :Key) -> (value :Value);
}

using Texts = Box(Text);
using TextsInner = Box(Text).Inner;

struct Uses {
  a @0 :Texts;
  b @1 :Texts.Inner(Data);
  c @2 :TextsInner(List(Text));
  d @3 :TextsInner(Store(Text, Data)).Kind = second;
  e @4 :List(Box(AnyPointer));
  f @5 :Box.Inner;
  g @6 :Box.OfText;
  h @7 :Box(List(Int8)).OfText.Mixed;
  i @8 :Box(Data).Inner(Text).Plain;
  j @9 :AnyStruct;
  k @10 :AnyList;
  l @11 :Capability;
  m @12 :List(Capability);
  n @13 :List(AnyList);
}

const boxed :Box(Text) = (value = "inside", same = (value = "deeper"), spot = (here = "x"));
const pair :Pair(Box(Data), List(UInt8)) = (first = (value = 0x"01 02"), second = [1, 2, 3]);
const any :Box(AnyPointer) = (value = .boxed, right = (value = (value = .pair)));
const inner :Box(Text).Inner(Data) = (both = (first = "t", second = 0x"ff"), kind = first);

annotation note (struct, field) :Box(Text);
struct Noted $note(value = "whole") {
  field @0 :Text $note(.boxed);
}
