# SPDX-License-Identifier: Apache-2.0
# Annotations that steer the C# code generator. Import as "/csharp.capnp" or "/capnp/csharp.capnp".

@0xeb0d831668c6edab;

annotation namespace @0xeb0d831668c6eda0 (file) :Text;
# The C# namespace of the generated file.

annotation nullableEnable @0xeb0d831668c6eda1 (file) :Bool;
# Whether nullable reference types are used.

annotation name @0xeb0d831668c6eda2 (
  enum, enumerant, struct, field, union, group, interface, method, param
) :Text;
# The name to use in C#.

annotation emitNullableDirective @0xeb0d831668c6eda3 (file) :Bool;
# Whether the generated file begins with a nullable directive.

annotation emitDomainClassesAndInterfaces @0xeb0d831668c6eda4 (file) :Bool;
# Whether plain classes are generated beside the readers and writers.

enum TypeVisibility @0xeb0d831668c6eda5 {
  public @0;
  internal @1;
}

annotation typeVisibility @0xeb0d831668c6eda6 (file) :TypeVisibility;
# Who may use the generated types.
