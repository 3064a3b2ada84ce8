// SPDX-License-Identifier: Apache-2.0
// Names of generated enums and of union tags.
//
// An enum field may hold a value that this program's schema does not know: a newer one wrote it. It
// is kept, it is not a name's, and a switch over it needs a `default:`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "capstan/base/config.h"
#include "capstan/layout/traits.h"
#include "capstan/layout/type_table.h"

namespace capstan::inline CAPSTAN_ABI {

// Returns: the value's name as the schema writes it; empty for a value that it does not know.
template <SchemaEnum E>
std::string_view name(E value) {
  const auto names = kEnumTable<E>->enumerants;
  const auto index = static_cast<std::uint16_t>(value);
  return index < names.size() ? names[index] : std::string_view();
}

// Tells whether the schema knows the value.
template <SchemaEnum E>
bool isKnown(E value) {
  return static_cast<std::uint16_t>(value) < kEnumTable<E>->enumerants.size();
}

// Returns: the value of that name, as the schema writes it. Cost: linear in the enum's size.
template <SchemaEnum E>
std::optional<E> tryParse(std::string_view text) {
  const auto names = kEnumTable<E>->enumerants;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == text) return static_cast<E>(i);
  }
  return std::nullopt;
}

}  // namespace capstan::inline CAPSTAN_ABI
