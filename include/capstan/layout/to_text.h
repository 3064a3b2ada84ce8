// SPDX-License-Identifier: Apache-2.0
// Messages as text, in the syntax of schema literals: what the reference tool prints for `capnp
// decode` and `capnp decode --short`, and reads with `capnp encode`.
//
// Fields stand in the order of their ordinals. Null pointers and inactive union members are left
// out; unknown enum values print as their number in parentheses, AnyPointer and capabilities as
// placeholders that cannot be read back.
//
// Any thread. Errors: std::bad_alloc, with nothing changed.
// Cost: linear in the text, once per level that does not fit on a line.
// Security: hostile messages print what their accessors give, faults included; nesting beyond 100
// levels is cut, and the text's size is bounded by the reader's remaining budget (64 bytes for each
// word), past which it stops with a traversal-limit fault.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "capstan/base/config.h"
#include "capstan/layout/any.h"
#include "capstan/layout/capability.h"
#include "capstan/layout/generic.h"
#include "capstan/layout/list_reader.h"
#include "capstan/layout/struct_reader.h"
#include "capstan/layout/traits.h"
#include "capstan/layout/type_ref.h"

namespace capstan::inline CAPSTAN_ABI {

struct TextOptions {
  // With line breaks and indentation where a line would be long; else on one line.
  bool pretty = true;
};

// A struct, and a list of `element`s, of types known by their tables.
std::string toText(const StructTable& type, const StructReader& from, TextOptions options = {});
std::string toText(const TypeRef& element, const ListReader& from, TextOptions options = {});

// A text or data in quotes, with escapes.
std::string toText(std::string_view text);
std::string toText(std::span<const std::byte> bytes);

namespace internal {
// A number, bool, enum or Void.
std::string toTextOfBits(const TypeRef& type, std::uint64_t bits);

template <typename V>
concept TypedList = ListType<List<typename V::ElementType>> && requires(const V& view) {
  view.raw();
};
}  // namespace internal

// Generated Readers and Builders, groups too.
template <typename V>
requires(TypedReader<V> || TypedBuilder<V>)  //
    std::string toText(const V& from, TextOptions options = {}) {
  return toText(V::Type::kTable, typename V::Type::Reader(from).raw(), options);
}
// Lists of any type, read or built.
template <internal::TypedList V>
std::string toText(const V& from, TextOptions options = {}) {
  using T = typename V::ElementType;
  return toText(kTypeRef<T>, typename List<T>::Reader(from).raw(), options);
}
// Enums: a value's name, or its number in parentheses.
template <SchemaEnum E>
std::string toText(E value) {
  return internal::toTextOfBits(kTypeRef<E>, static_cast<std::uint16_t>(value));
}
// What has no literal.
inline std::string toText(const AnyPointer::Reader&) { return "<opaque pointer>"; }
inline std::string toText(const Capability::Reader&) { return "<external capability>"; }

}  // namespace capstan::inline CAPSTAN_ABI
