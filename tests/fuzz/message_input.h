// SPDX-License-Identifier: Apache-2.0
// What the fuzzers of messages share: any bytes as a framed message, or as one bare segment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "capstan/message/message_reader.h"

namespace capstan::fuzz {

// Small, so that cycles end soon.
inline constexpr ReaderOptions kLimits = {.traversalLimitWords = 20'000};

inline void require(bool holds) {
  if (!holds) std::abort();
}

// Whether a walk was ended, or a branch of it, by a limit: others may then have found other things.
inline bool isLimit(const Fault& fault) {
  return fault.kind == FaultKind::kTraversalLimit || fault.kind == FaultKind::kNestingLimit;
}

// Opens a message anew in each of the ways that `data` can be one, and calls `use` with a function
// that does so.
template <typename Use>
void forEachMessage(const std::uint8_t* data, std::size_t size, Use use) {
  const std::span<const std::uint8_t> bytes(data, size);
  if (MessageReader().reopen(bytes).ok()) {
    use([bytes](MessageReader& reader) { require(reader.reopen(bytes).ok()); });
  }
  if (size != 0 && size % kBytesPerWord == 0) {
    use([bytes](MessageReader& reader) { require(reader.reopenFlat(bytes).ok()); });
  }
}

}  // namespace capstan::fuzz
