// SPDX-License-Identifier: Apache-2.0
// Messages as text, in the syntax of schema literals: what the reference tool prints for `capnp
// decode` and `capnp decode --short`, and reads with `capnp encode`.
//
// Fields stand in the order of their ordinals. Null pointers and inactive union members are left
// out; unknown enum values print as their number in parentheses, AnyPointer and capabilities as
// placeholders that cannot be read back.
//
// Any thread. Cost: linear in the text, once per level that does not fit on a line.
// Security: hostile messages print what their accessors give, faults included; nesting beyond 100
// levels is cut, and the text's size is bounded by the reader's remaining budget (64 bytes for each
// word), past which it stops with a traversal-limit fault.
#pragma once

#include <string>

#include "capstan/base/config.h"
#include "capstan/layout/struct_reader.h"
#include "capstan/layout/traits.h"
#include "capstan/layout/type_table.h"

namespace capstan::inline CAPSTAN_ABI {

// With line breaks and indentation where a line would be long.
std::string toText(const StructTable& type, const StructReader& from);
// On one line.
std::string toTextShort(const StructTable& type, const StructReader& from);

// The same for generated types.
template <StructType T>
std::string toText(const typename T::Reader& from) {
  return toText(T::kTable, from.raw());
}
template <StructType T>
std::string toTextShort(const typename T::Reader& from) {
  return toTextShort(T::kTable, from.raw());
}

// A generated Reader, which names its type.
template <typename R>
concept TypedReader = StructType<typename R::Type> && requires {
  requires std::same_as<typename R::Type::Reader, R>;
};

template <TypedReader R>
std::string toText(const R& from) {
  return toText(R::Type::kTable, from.raw());
}
template <TypedReader R>
std::string toTextShort(const R& from) {
  return toTextShort(R::Type::kTable, from.raw());
}

}  // namespace capstan::inline CAPSTAN_ABI
