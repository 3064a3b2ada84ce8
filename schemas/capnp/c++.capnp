# SPDX-License-Identifier: Apache-2.0
# Annotations that steer the C++ code generator. Import as "/capnp/c++.capnp".

@0xbdf87d7bb8304e81;

$namespace("capnp::annotations");

annotation namespace @0xb9c6f99ebf805f2c (file) :Text;
# The C++ namespace that the declarations of the file are generated in, written with "::".

annotation name @0xf264a779fef191ce (
  field, enumerant, struct, enum, interface, method, param, group, union
) :Text;
# The name to use in C++ in place of the schema's own. What is on the wire does not change.

annotation allowCancellation @0xac7096ff8cfc9dce (interface, method, file) :Void;
# Calls to the method (or to all methods inside) may be cancelled while they run.
