// SPDX-License-Identifier: Apache-2.0
// Data fields and elements of types that only tables know.
#pragma once

#include <cstdint>

#include "capstan/layout/list_reader.h"
#include "capstan/layout/struct_reader.h"
#include "runtime/layout/type_ref.h"

namespace capstan::inline CAPSTAN_ABI::internal {

// A data value's bits; `get` gives the value of the type of its argument.
template <typename Get>
std::uint64_t bitsOf(TypeKind kind, Get get) {
  switch (elementSizeOf({.kind = kind})) {
    case ElementSize::kBit:
      return get(bool{});
    case ElementSize::kByte:
      return get(std::uint8_t{});
    case ElementSize::kTwoBytes:
      return get(std::uint16_t{});
    case ElementSize::kFourBytes:
      return get(std::uint32_t{});
    case ElementSize::kEightBytes:
      return get(std::uint64_t{});
    default:
      return 0;
  }
}

// The bits of a field that is no pointer, its default taken into account.
inline std::uint64_t fieldBits(const StructReader& from, const FieldTable& field) {
  return bitsOf(field.type.kind, [&](auto zero) -> std::uint64_t {
    using Value = decltype(zero);
    return from.get(
        DataField<Value>{.offset = field.offset, .mask = static_cast<Value>(field.defaultBits)});
  });
}

// The bits of an element that is no pointer. Requires: index < list.size().
inline std::uint64_t elementBits(const ListReader& list, TypeKind kind, std::uint32_t index) {
  return bitsOf(kind, [&](auto zero) -> std::uint64_t {
    return list.dataAtUnchecked<decltype(zero)>(index);
  });
}

// The pointer of a pointer field; a null one if the struct is too short for it.
inline PointerReader fieldPointer(const StructReader& from, const FieldTable& field) {
  return from.pointer(static_cast<std::uint16_t>(field.offset));
}

// The value of a union's tag. Requires: the type has a union.
inline std::uint16_t tagOf(const StructTable& type, const StructReader& from) {
  return from.get(DataField<std::uint16_t>{.offset = type.discriminantOffset});
}

// Whether `field` is outside the union or its active member.
inline bool isActive(const StructTable& type, const StructReader& from, const FieldTable& field) {
  return type.discriminantCount == 0 || field.discriminant == kNoDiscriminant ||
         field.discriminant == tagOf(type, from);
}

}  // namespace capstan::inline CAPSTAN_ABI::internal
