# SPDX-License-Identifier: Apache-2.0
# The lists and wide structs of the benchmarks.
@0xf159d8b16913d39d;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("benchmarks");

struct ListRecord {
  # One element of ReadList1000 and BuildList1000.
  id @0 :UInt64;
  score @1 :Float64;
  count @2 :UInt32;
  kind @3 :UInt16;
  flag @4 :Bool;
  name @5 :Text;
}

struct ListOfRecords {
  records @0 :List(ListRecord);
}

struct Wide {
  # For the cost of a field: eight of each of two kinds.
  u0 @0 :UInt64;
  u1 @1 :UInt64;
  u2 @2 :UInt64;
  u3 @3 :UInt64;
  u4 @4 :UInt64;
  u5 @5 :UInt64;
  u6 @6 :UInt64;
  u7 @7 :UInt64;
  t0 @8 :Text;
  t1 @9 :Text;
  t2 @10 :Text;
  t3 @11 :Text;
  t4 @12 :Text;
  t5 @13 :Text;
  t6 @14 :Text;
  t7 @15 :Text;
}
