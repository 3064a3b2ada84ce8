// SPDX-License-Identifier: Apache-2.0
// Enums in streams. Generated headers bring the operator into the namespaces of their enums, so
// that GoogleTest finds it there.
#pragma once

#include <cstdint>
#include <string_view>

#include "capstan/base/config.h"
#include "capstan/layout/traits.h"
#include "capstan/layout/type_table.h"

namespace capstan::inline CAPSTAN_ABI {

// Writes a value's name as the schema has it, or, where the schema does not know the value, its
// number in parentheses. `Out` is any stream of characters.
template <typename Out, SchemaEnum E>
requires requires(Out& out) { out << std::string_view() << std::uint16_t(); }
Out& operator<<(Out& out, E value) {
  const auto names = kEnumTable<E>->enumerants;
  const auto number = static_cast<std::uint16_t>(value);
  if (number < names.size()) {
    out << names[number];
  } else {
    out << std::string_view("(") << number << std::string_view(")");
  }
  return out;
}

}  // namespace capstan::inline CAPSTAN_ABI
