// SPDX-License-Identifier: Apache-2.0
// The sections that a copy of a struct or of a struct list's elements takes: all of them, or, in
// canonical form, without the zero words at their ends.
#pragma once

#include "capstan/layout/copy.h"
#include "capstan/layout/fields.h"
#include "capstan/layout/list_reader.h"
#include "capstan/layout/struct_reader.h"

namespace capstan::inline CAPSTAN_ABI::internal {

// Requires: the list is of structs.
inline StructSize wholeSize(const ListReader& from) {
  return {static_cast<std::uint16_t>(from.dataBytes() / kBytesPerWord), from.pointers()};
}

StructSize trimmedSize(const StructReader& from);

// The smallest sections that hold every element. Requires: the list is of structs.
// Cost: reads each element's words that may be cut off.
StructSize trimmedSize(const ListReader& from);

}  // namespace capstan::inline CAPSTAN_ABI::internal
