# SPDX-License-Identifier: Apache-2.0
# Annotations that steer the Rust code generator. Import as "/rust.capnp" or "/capnp/rust.capnp".

@0x83b3c14c3c8dd083;

annotation name @0xc2fe4c6d100166d0 (struct, field, union, group, enum, enumerant) :Text;
# The name to use in Rust.

annotation parentModule @0xabee386cd1450364 (file) :Text;
# The path of the module that the generated one is put into.

annotation option @0xabfef22c4ee1964e (field) :Void;
# A pointer field is read as an Option: none when it is null.
