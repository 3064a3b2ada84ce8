# SPDX-License-Identifier: Apache-2.0
# Constants of every kind, and those that other generators trip over.
@0xc7e4d19a0b5f3826;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("golden");

const yes :Bool = true;
const no :Bool = false;
const lowest :Int32 = -2147483648;
const unbounded :Float64 = inf;
const negativeUnbounded :Float32 = -inf;
const notANumber :Float32 = nan;
const empty :Text = "";
const nothing :Void = void;
const noData :Data = "";
const noList :List(Text) = [];
# Every byte, those that have escapes between digits, what begins a trigraph, and words without a
# zero at their end.
const bytes :Data = 0x"00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15 16 17 18 19
1a 1b 1c 1d 1e 1f 20 21 22 23 24 25 26 27 28 29 2a 2b 2c 2d 2e 2f 30 31 32 33 34 35 36 37 38 39 3a
3b 3c 3d 3e 3f 40 41 42 43 44 45 46 47 48 49 4a 4b 4c 4d 4e 4f 50 51 52 53 54 55 56 57 58 59 5a 5b
5c 5d 5e 5f 60 61 62 63 64 65 66 67 68 69 6a 6b 6c 6d 6e 6f 70 71 72 73 74 75 76 77 78 79 7a 7b 7c
7d 7e 7f 80 81 82 83 84 85 86 87 88 89 8a 8b 8c 8d 8e 8f 90 91 92 93 94 95 96 97 98 99 9a 9b 9c 9d
9e 9f a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 aa ab ac ad ae af b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 ba bb bc bd be
bf c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 ca cb cc cd ce cf d0 d1 d2 d3 d4 d5 d6 d7 d8 d9 da db dc dd de df
e0 e1 e2 e3 e4 e5 e6 e7 e8 e9 ea eb ec ed ee ef f0 f1 f2 f3 f4 f5 f6 f7 f8 f9 fa fb fc fd fe ff 00";
const besideDigits :Data = 0x"31 00 37 31 01 37 31 02 37 31 03 37 31 04 37 31 05 37 31 06 37 31 07
37 31 08 37 31 09 37 31 0a 37 31 0b 37 31 0c 37 31 0d 37 31 0e 37 31 0f 37 31 10 37 31 11 37 31 12
37 31 13 37 31 14 37 31 15 37 31 16 37 31 17 37 31 18 37 31 19 37 31 1a 37 31 1b 37 31 1c 37 31 1d
37 31 1e 37 31 1f 37 31 20 37 31 21 37 31 22 37 31 23 37 31 24 37 31 25 37 31 26 37 31 27 37 31 3f
37 31 40 37 31 5c 37 31 22 37 31 7f 37 31 80 37 31 ff 37";
const fullWords :Data = 0x"01 02 03 04 05 06 07 08";
const trigraphs :Data = "?\?=?\?/?\?(01234567?89";
const all :List(Holder) = [(), (text = "some"), .none];
const none :Holder = ();

struct Holder {
  union {
    number @0 :Int8 = 3;
    text @1 :Text;
  }
  const none :Holder = ();
  const some :Holder = (text = "some");
}
