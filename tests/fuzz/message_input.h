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

// For each way in which `data` is a message that has a root, calls `use` with a function that opens
// it.
template <typename Use>
void forEachMessage(const std::uint8_t* data, std::size_t size, Use use) {
  const std::span<const std::uint8_t> bytes(data, size);
  MessageReader reader;
  if (reader.reopen(bytes).ok() && reader.root().at() != nullptr) {
    use([bytes](MessageReader& to) { require(to.reopen(bytes).ok()); });
  }
  if (size != 0 && size % kBytesPerWord == 0) {
    use([bytes](MessageReader& to) { require(to.reopenFlat(bytes).ok()); });
  }
}

}  // namespace capstan::fuzz
