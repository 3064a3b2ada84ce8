// SPDX-License-Identifier: Apache-2.0
// What generated accessors need beside traits.h: union members, list arguments, constants.
//
// Reading a member of a union that is not the active one gives that field's default, whatever
// stands in the bytes that the members share.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string_view>

#include "capstan/base/config.h"
#include "capstan/layout/any.h"
#include "capstan/layout/list.h"
#include "capstan/layout/traits.h"

namespace capstan::inline CAPSTAN_ABI {

// Anything with a size and elements in order, as list setters take it.
template <typename Range>
concept SizedRange = internal::SizedRange<Range>;

namespace internal {
template <typename T>
struct InitializerElement {
  using Type = ReaderOf<T>;
};
template <>
struct InitializerElement<Text> {
  using Type = std::string_view;
};
template <typename T>
struct InitializerElement<List<T>> {
  using Type = std::initializer_list<typename InitializerElement<T>::Type>;
};
template <StructType T>
struct InitializerElement<List<T>> {
  using Type = typename List<T>::Reader;
};
}  // namespace internal

// What a setter of List<T> takes in braces: {1, 2}, {"a", "b"}, {{1}, {2, 3}}.
template <typename T>
using ListInitializer = std::initializer_list<typename internal::InitializerElement<T>::Type>;

// Reads a member of a union: the field's default unless `active`. Pointer members are inlined for
// what follow.h says of its inline half (eval/object bench: 12% of the time).
template <typename T>
inline T readMember(bool active, const StructReader& from, DataField<T> field) {
  return active ? from.get(field) : StructReader().get(field);
}
template <typename T>
inline T getMember(bool active, const StructBuilder& from, DataField<T> field) {
  return active ? from.get(field) : StructReader().get(field);
}
template <typename T>
[[gnu::always_inline]] inline ReaderOf<T> readPointerMember(bool active, const StructReader& from,
                                                            PointerField field) {
  return Pointee<T>::read(active ? from.pointer(field.index) : PointerReader(), field.fallback);
}
// Reads a group: one whose members all have their defaults unless `active`.
template <StructType T>
inline typename T::Reader readGroupMember(bool active, const StructReader& from) {
  return active ? typename T::Reader(from) : typename T::Reader();
}

namespace internal {
template <typename T, typename Parameter>
struct DependentType {
  using Type = T;
};
}  // namespace internal

// T, looked at only when the generic type that speaks of it is used: `Parameter` is one of its own.
template <typename T, typename Parameter>
using Dependent = typename internal::DependentType<T, Parameter>::Type;

// A constant of a schema that is no plain number: its bytes are part of the program.
//
// Used as it is where a ReaderOf<T> is wanted, or with * and ->. Reading it charges no budget,
// records no fault and never ends. What its members return is deduced, since a generic type can
// have constants of its own instances, which are not complete there.
template <typename T>
class Constant {
 public:
  // Requires: a message of one segment without framing, trusted, of static lifetime.
  constexpr explicit Constant(const unsigned char* words) : words_(words) {}

  auto get() const { return Pointee<T>::read(PointerReader::ofConstant(words_)); }
  operator auto() const { return get(); }
  auto operator*() const { return get(); }

  // The reader that -> goes through.
  class Arrow {
   public:
    explicit Arrow(ReaderOf<T> reader) : reader_(reader) {}
    const ReaderOf<T>* operator->() const { return &reader_; }

   private:
    ReaderOf<T> reader_;
  };
  Arrow operator->() const { return Arrow(get()); }

 private:
  const unsigned char* words_;
};

// The same where the constant is declared before its type: `Late` tells `Type` further down.
template <typename Late>
class LateConstant {
 public:
  constexpr explicit LateConstant(const unsigned char* words) : words_(words) {}

  auto get() const { return constant().get(); }
  operator auto() const { return get(); }
  auto operator*() const { return get(); }
  auto operator->() const { return constant().operator->(); }

 private:
  auto constant() const { return Constant<typename Late::Type>(words_); }

  const unsigned char* words_;
};

// A constant of an enum, declared before it: `Late` tells `kValue` further down. Converts to that,
// in constant expressions too.
template <typename Late>
class LateEnumerator {
 public:
  constexpr auto get() const { return Late::kValue; }
  constexpr operator auto() const { return get(); }
};

}  // namespace capstan::inline CAPSTAN_ABI
