// SPDX-License-Identifier: Apache-2.0
// Where objects are made that no pointer leads to.
#pragma once

#include "capstan/arena/arena.h"

namespace capstan::inline CAPSTAN_ABI::internal {

// A word that stands in for the pointer that an orphan does not have, so that the functions which
// place objects for a pointer place orphans, too. Nothing is stored there.
struct StandIn {
  Segment* segment;
  std::byte* at;
};

// In the segment that grows. Errors: exhaustion, if there is none yet.
inline StandIn standIn(MessageContext& message) {
  Arena& arena = static_cast<Arena&>(message);
  arena.root();
  return {&arena.last(), arena.last().begin};
}

}  // namespace capstan::inline CAPSTAN_ABI::internal
