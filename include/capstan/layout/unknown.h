// SPDX-License-Identifier: Apache-2.0
// What a message holds beyond its type: data of a newer schema, kept on copies and never seen by
// accessors.
//
// Unknown to a type T are, in a struct of T and in all that its fields lead to,
//   - bits of the data section that are not zero and belong to no field, at its end or in gaps;
//   - pointers that are not null and belong to no field;
//   - the tag of a union that has no member of that number;
//   - values of enum fields and of elements of enum lists that the enum has no name for;
//   - in lists that the sender had upgraded to structs, what the elements hold beyond the type's.
// Members of a union that are not active are not looked at, nor is what an AnyPointer leads to: no
// type says what is unknown there. What cannot be read as its field's type is a fault of the
// message, as anywhere, and not unknown.
//
// Any thread (stripUnknown: one at a time). Errors: std::bad_alloc. The walk keeps its own stack.
#pragma once

#include "capstan/base/config.h"
#include "capstan/layout/struct_builder.h"
#include "capstan/layout/struct_reader.h"
#include "capstan/layout/traits.h"
#include "capstan/layout/type_table.h"

namespace capstan::inline CAPSTAN_ABI {

// Tells whether there is anything unknown. Cost: a walk up to the first of it, charged to the
// reader's budget.
bool hasUnknown(const StructTable& type, const StructReader& from);

// Takes all that is unknown out of a message being built: bits become zero, pointers null (what
// they lead to is zeroed), values of enums the first or the field's default, and a union whose tag
// is unknown has its first member, with its default. The objects keep their size and place;
// MessageBuilder::compact() makes the words of lost objects free.
void stripUnknown(const StructTable& type, const StructBuilder& in);

// The same for generated types.
template <typename V>
requires(TypedReader<V> || TypedBuilder<V>)  //
    bool hasUnknown(const V& from) {
  return hasUnknown(V::Type::kTable, typename V::Type::Reader(from).raw());
}
template <TypedBuilder B>
void stripUnknown(const B& in) {
  stripUnknown(B::Type::kTable, in.raw());
}

}  // namespace capstan::inline CAPSTAN_ABI
