// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/ordinals.h"

#include <string>

namespace capstan::inline CAPSTAN_ABI::compiler {

void checkOrdinals(const std::vector<const Declaration*>& sorted, const SourceFile& file,
                   Diagnostics& diagnostics) {
  std::uint64_t next = 0;
  const Declaration* previous = nullptr;
  for (const Declaration* member : sorted) {
    const Number& ordinal = *member->ordinal;
    if (previous != nullptr && ordinal.value == previous->ordinal->value) {
      std::uint64_t free = sorted.back()->ordinal->value + 1;
      std::string hint = free <= 0xffff ? "; the next free one is @" + std::to_string(free) : "";
      diagnostics.error(file, ordinal.range,
                        "the ordinal @" + std::to_string(ordinal.value) + " is used twice" + hint,
                        {&file, previous->ordinal->range, "it is first used here"});
      continue;
    }
    if (ordinal.value > next) {
      diagnostics.error(file, ordinal.range,
                        "the ordinal @" + std::to_string(next) +
                            " is left out; ordinals count from 0 without gaps");
    }
    next = ordinal.value + 1;
    previous = member;
  }
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
