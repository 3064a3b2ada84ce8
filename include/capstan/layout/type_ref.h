// SPDX-License-Identifier: Apache-2.0
// The TypeRef of a C++ type (see traits.h for the types): how generic code asks walks over type
// tables for a root of any type.
#pragma once

#include <concepts>
#include <cstdint>

#include "capstan/base/config.h"
#include "capstan/layout/any.h"
#include "capstan/layout/capability.h"
#include "capstan/layout/list.h"
#include "capstan/layout/traits.h"
#include "capstan/layout/type_table.h"

namespace capstan::inline CAPSTAN_ABI {

namespace internal {

template <typename T>
constexpr TypeKind numberKind() {
  if constexpr (std::same_as<T, bool>) return TypeKind::kBool;
  if constexpr (std::same_as<T, std::int8_t>) return TypeKind::kInt8;
  if constexpr (std::same_as<T, std::int16_t>) return TypeKind::kInt16;
  if constexpr (std::same_as<T, std::int32_t>) return TypeKind::kInt32;
  if constexpr (std::same_as<T, std::int64_t>) return TypeKind::kInt64;
  if constexpr (std::same_as<T, std::uint8_t>) return TypeKind::kUInt8;
  if constexpr (std::same_as<T, std::uint16_t>) return TypeKind::kUInt16;
  if constexpr (std::same_as<T, std::uint32_t>) return TypeKind::kUInt32;
  if constexpr (std::same_as<T, std::uint64_t>) return TypeKind::kUInt64;
  if constexpr (std::same_as<T, float>) return TypeKind::kFloat32;
  return TypeKind::kFloat64;
}

// AnyPointer, AnyStruct and AnyList: the table does not tell them apart.
template <typename T>
struct TypeRefOf {
  static constexpr TypeRef kValue = {.kind = TypeKind::kAnyPointer};
};
template <>
struct TypeRefOf<Void> {
  static constexpr TypeRef kValue = {.kind = TypeKind::kVoid};
};
template <>
struct TypeRefOf<Text> {
  static constexpr TypeRef kValue = {.kind = TypeKind::kText};
};
template <>
struct TypeRefOf<Data> {
  static constexpr TypeRef kValue = {.kind = TypeKind::kData};
};
template <DataType T>
struct TypeRefOf<T> {
  static constexpr TypeRef kValue = {.kind = numberKind<T>()};
};
template <EnumType T>
struct TypeRefOf<T> {
  static constexpr TypeRef kValue = {.kind = TypeKind::kEnum, .enumTable = kEnumTable<T>};
};
template <StructType T>
struct TypeRefOf<T> {
  static constexpr TypeRef kValue = {.kind = TypeKind::kStruct, .structTable = &T::kTable};
};
template <>
struct TypeRefOf<Capability> {
  static constexpr TypeRef kValue = {.kind = TypeKind::kInterface};
};
template <InterfaceType T>
struct TypeRefOf<T> {
  static constexpr TypeRef kValue = {.kind = TypeKind::kInterface};
};
template <typename T>
struct TypeRefOf<List<T>> {
  static constexpr TypeRef kValue = [] {
    TypeRef list = TypeRefOf<T>::kValue;
    ++list.listDepth;
    return list;
  }();
};

}  // namespace internal

template <typename T>
inline constexpr TypeRef kTypeRef = internal::TypeRefOf<T>::kValue;

}  // namespace capstan::inline CAPSTAN_ABI
