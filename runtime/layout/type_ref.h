// SPDX-License-Identifier: Apache-2.0
// How the types of a type table are encoded.
#pragma once

#include "capstan/layout/type_table.h"
#include "capstan/wire/element_size.h"

namespace capstan::inline CAPSTAN_ABI::internal {

// Whether fields of `type` stand in the pointer section.
inline bool isPointer(const TypeRef& type) {
  return type.listDepth != 0 || type.kind == TypeKind::kText || type.kind == TypeKind::kData ||
         type.kind == TypeKind::kStruct || type.kind == TypeKind::kInterface ||
         type.kind == TypeKind::kAnyPointer;
}

// How elements of `type` are encoded where they stand in a list.
inline ElementSize elementSizeOf(const TypeRef& type) {
  if (type.listDepth != 0) return ElementSize::kPointer;
  switch (type.kind) {
    case TypeKind::kVoid:
      return ElementSize::kVoid;
    case TypeKind::kBool:
      return ElementSize::kBit;
    case TypeKind::kInt8:
    case TypeKind::kUInt8:
      return ElementSize::kByte;
    case TypeKind::kInt16:
    case TypeKind::kUInt16:
    case TypeKind::kEnum:
      return ElementSize::kTwoBytes;
    case TypeKind::kInt32:
    case TypeKind::kUInt32:
    case TypeKind::kFloat32:
      return ElementSize::kFourBytes;
    case TypeKind::kInt64:
    case TypeKind::kUInt64:
    case TypeKind::kFloat64:
      return ElementSize::kEightBytes;
    case TypeKind::kStruct:
    case TypeKind::kGroup:
      return ElementSize::kComposite;
    default:
      return ElementSize::kPointer;
  }
}

}  // namespace capstan::inline CAPSTAN_ABI::internal
