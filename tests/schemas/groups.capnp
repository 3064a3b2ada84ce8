# SPDX-License-Identifier: Apache-2.0
# Groups in unions in groups: members that share their places, and what clearing them means.
@0xe1a5d3c7b9f20846;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("test_groups");

struct Groups {
  kind :union {
    nothing @0 :Void;
    small :group {
      a @1 :UInt8;
      b @2 :Bool = true;
    }
    large :group {
      x @3 :UInt64;
      y @4 :Text = "why";
      inner :union {
        p @5 :Void;
        q @6 :UInt32 = 5;
        r :group {
          s @7 :Int16;
          t @8 :List(UInt8);
        }
      }
    }
    pair :group {
      first @9 :Text;
      second @10 :Groups;
    }
  }
  after @11 :UInt32 = 77;
  plain :group {
    left @12 :Int32 = -1;
    right @13 :Text;
    nested :group {
      deep @14 :Bool;
      deeper @15 :Data;
    }
  }
}
