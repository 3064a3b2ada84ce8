// SPDX-License-Identifier: Apache-2.0
// Words that an object no longer needs.
#pragma once

#include "capstan/arena/arena.h"

namespace capstan::inline CAPSTAN_ABI::internal {

inline FreePlaces& freePlacesOf(Segment* segment) {
  return static_cast<Arena*>(segment->context)->freePlaces();
}

// Whether nothing stands behind the words in their segment.
inline bool isLast(const Segment* segment, const std::byte* at, std::uint64_t words) {
  return at + words * kBytesPerWord == segment->used;
}

// Gives zeroed words back to their segment, or remembers them for another value.
inline void leaveWords(Segment* segment, std::byte* at, std::uint64_t words) {
  if (isLast(segment, at, words)) {
    segment->used = at;
  } else {
    freePlacesOf(segment).remember(segment, at, words);
  }
}

}  // namespace capstan::inline CAPSTAN_ABI::internal
