// SPDX-License-Identifier: Apache-2.0
// The step between a followed list pointer and a list of known shape, for walks that meet lists of
// any kind.
#pragma once

#include "capstan/layout/follow.h"

namespace capstan::inline CAPSTAN_ABI::internal {

// A list with its shape known, if it is well formed.
struct Followed {
  bool found = false;
  ListReader list;
};

// Opens the list that the pointer at `at` leads to; `target` is what following it gave.
// Requires: target.pointer is a list pointer.
// Errors: records faults of a composite list's tag and of the budget for empty elements.
Followed openTarget(const Segment* segment, const std::byte* at, const Target& target,
                    std::uint16_t depth);

// Whether the format's upgrade rules let a list be used as one of `expected` elements.
bool canReadAs(const ListReader& list, ElementSize expected);

}  // namespace capstan::inline CAPSTAN_ABI::internal
