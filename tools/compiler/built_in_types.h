// SPDX-License-Identifier: Apache-2.0
// The names that every scope knows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>

#include "tools/compiler/model.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// By kind; those that are declared, and lists, have none.
inline constexpr std::string_view kBuiltInTypeNames[] = {
    "Void",   "Bool",   "Int8",       "Int16",     "Int32",   "Int64",     "UInt8", "UInt16",
    "UInt32", "UInt64", "Float32",    "Float64",   "Text",    "Data",      "",      "",
    "",       "",       "AnyPointer", "AnyStruct", "AnyList", "Capability"};
static_assert(std::size(kBuiltInTypeNames) == static_cast<std::size_t>(TypeKind::kParameter));

// Returns: nothing for `List`, which is not a type by itself, and for other names.
std::optional<TypeKind> builtInType(std::string_view name);

// What stands for the id of a built-in type where the names in a file are listed.
// Returns: 0 for other types.
constexpr std::uint64_t builtInId(TypeKind kind) {
  constexpr std::uint64_t kVoidId = 1014;
  constexpr std::uint64_t kListId = 1028;
  constexpr std::uint64_t kAnyPointerId = 1030;
  if (kind <= TypeKind::kData) return kVoidId + static_cast<std::uint64_t>(kind);
  if (kind == TypeKind::kList) return kListId;
  if (kind < TypeKind::kAnyPointer || kind > TypeKind::kCapability) return 0;
  return kAnyPointerId + static_cast<std::uint64_t>(kind) -
         static_cast<std::uint64_t>(TypeKind::kAnyPointer);
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
