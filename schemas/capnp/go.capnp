# SPDX-License-Identifier: Apache-2.0
# Annotations that steer the Go code generator. Import as "/go.capnp" or "/capnp/go.capnp".

@0xd12a1c51fedd6c88;

annotation package @0xbea97f1023792be0 (file) :Text;
# The Go package of the generated file.

annotation import @0xe130b601260e44b5 (file) :Text;
# The import path under which other generated files find this one.

annotation doc @0xc58ad6bd519f935e (struct, field, enum) :Text;
# A comment to put above the generated declaration.

annotation tag @0xa574b41924caefc7 (enumerant) :Text;
# The text that the enumerant is printed as.

annotation notag @0xc8768679ec52e012 (enumerant) :Void;
# The enumerant is printed as nothing.

annotation customtype @0xfa10659ae02f2093 (field) :Text;
# The Go type to use for the field.

annotation name @0xc2b96012172f8df1 (
  struct, field, union, group, enum, enumerant, interface, method, param, annotation, const
) :Text;
# The name to use in Go.
