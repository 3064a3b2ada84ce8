# SPDX-License-Identifier: Apache-2.0
# Literals that give a group twice, or two members of a union, one of which is a group: what was
# given before leaves nothing where the group stands.
@0xd5f04a2c6b1e9378;

struct Shape {
  place :group {
    x @0 :Int32 = 5;
    y @1 :Int32;
    name @2 :Text;
    inner :group {
      z @3 :Int16;
      extra :union {
        nothing @4 :Void;
        number @5 :Int32 = 9;
      }
    }
  }
  union {
    small :group {
      size @6 :UInt8;
      label @7 :Text;
      detail :union {
        blob @13 :Data;
        line @14 :Text;
      }
    }
    large :group {
      size @8 :UInt64;
      label @9 :Data;
      detail :union {
        byte @10 :Int8;
        bytes @11 :List(Int8);
      }
    }
    none @12 :Void;
  }
}

const twice :Shape = (place = (x = 3, name = "gone"), place = (y = 4));
const twiceInside :Shape = (place = (inner = (z = 1, extra = (number = 3), extra = ())));
const twiceAround :Shape = (place = (inner = (z = 1, extra = (number = 3))), place = (y = 1));
const emptied :Shape = (place = (x = 3), place = ());
const otherGroup :Shape = (large = (size = 999, label = 0x"00 ff"), small = (size = 7));
const otherField :Shape = (large = (size = 999, detail = (bytes = [1])), none = void);
const backAgain :Shape = (
  small = (detail = (line = "x")),
  large = (detail = (bytes = [1, 2])),
  small = (label = "y")
);
const inList :List(Shape) = [
  (large = (label = 0x"00 ff"), small = ()),
  (large = (detail = (bytes = [3])), small = (detail = (blob = "t")), large = ())
];
