// SPDX-License-Identifier: Apache-2.0
// For code that is written once for all schema types: what kind a type is, its default, and one
// get, set and init for whatever stands behind a pointer.
//
//   template <capstan::PointerType T>
//   void copyOrDefault(capstan::AnyPointer::Reader from, capstan::AnyPointer::Builder to) {
//     capstan::setAs<T>(to, from.isNull() ? capstan::defaultOf<T>() : capstan::getAs<T>(from));
//   }
#pragma once

#include <concepts>
#include <type_traits>

#include "capstan/base/config.h"
#include "capstan/layout/any.h"
#include "capstan/layout/list.h"
#include "capstan/layout/traits.h"

namespace capstan::inline CAPSTAN_ABI {

namespace internal {
template <typename T>
inline constexpr bool kIsList = false;
template <typename T>
inline constexpr bool kIsList<List<T>> = true;

inline PointerReader pointerOf(const PointerReader& pointer) { return pointer; }
inline PointerReader pointerOf(const AnyPointer::Reader& pointer) { return pointer.raw(); }
inline PointerBuilder pointerOf(const PointerBuilder& pointer) { return pointer; }
inline PointerBuilder pointerOf(const AnyPointer::Builder& pointer) { return pointer.raw(); }

template <typename P>
concept ReadablePointer = requires(const P& pointer) {
  { pointerOf(pointer) } -> std::same_as<PointerReader>;
};
template <typename P>
concept BuildablePointer = requires(const P& pointer) {
  { pointerOf(pointer) } -> std::same_as<PointerBuilder>;
};
}  // namespace internal

// List<T>.
template <typename T>
concept ListType = internal::kIsList<T>;

// Text or Data.
template <typename T>
concept BlobType = std::same_as<T, Text> || std::same_as<T, Data>;

// What stands behind a pointer: structs, lists, texts, data, and the types that leave it open.
template <typename T>
concept PointerType = requires {
  typename Pointee<T>::Reader;
  typename Pointee<T>::Builder;
};

// What stands in a data section or takes no space.
template <typename T>
concept ValueType = DataType<T> || std::same_as<T, Void>;

// Any type of a field.
template <typename T>
concept SchemaType = ValueType<T> || PointerType<T>;

// The value of a field of type T that was never set and has no default of its own: zero, an empty
// text or list, a struct of defaults, a null pointer.
template <SchemaType T>
constexpr ReaderOf<T> defaultOf() {
  return ReaderOf<T>();
}

// Reads what a pointer leads to as a T.
template <PointerType T, internal::ReadablePointer P>
ReaderOf<T> getAs(const P& pointer) {
  return Pointee<T>::read(internal::pointerOf(pointer));
}
// The T that a pointer leads to, to build in; made where the pointer is null or leads to something
// else, as PointerBuilder does it.
template <PointerType T, internal::BuildablePointer P>
BuilderOf<T> getAs(const P& pointer) {
  return Pointee<T>::get(internal::pointerOf(pointer));
}
// Copies a Reader of T in, or whatever else a generated setter of a T takes.
template <PointerType T, internal::BuildablePointer P, typename Value>
void setAs(const P& pointer, const Value& value) {
  Pointee<T>::set(internal::pointerOf(pointer), value);
}
// Makes a new T: a struct, or a list, text or data of `size`.
template <PointerType T, internal::BuildablePointer P, typename... Size>
auto initAs(const P& pointer, Size... size) {
  return Pointee<T>::init(internal::pointerOf(pointer), size...);
}

}  // namespace capstan::inline CAPSTAN_ABI
