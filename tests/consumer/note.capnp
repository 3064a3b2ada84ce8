# SPDX-License-Identifier: Apache-2.0
@0x9d15059438e9bb54;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("note");

struct Note {
  text @0 :Text;
}
