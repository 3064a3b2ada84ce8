// SPDX-License-Identifier: Apache-2.0
// The words of a message, watched over their being given back: whether they were zeroed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "capstan/message/message_builder.h"

namespace capstan {

class WatchedWords {
 public:
  // Requires: the message's segments are not released while this is asked.
  explicit WatchedWords(MessageBuilder& message) {
    const auto segments = message.segments();
    segments_.assign(segments.begin(), segments.end());
  }

  // Returns: how many bytes are not zero, of all that were in use.
  std::uint64_t bytesSet() const {
    std::uint64_t count = 0;
    for (const auto& segment : segments_) {
      count += static_cast<std::uint64_t>(
          std::ranges::count_if(segment, [](auto byte) { return byte != std::byte{0}; }));
    }
    return count;
  }

 private:
  std::vector<std::span<const std::byte>> segments_;
};

}  // namespace capstan
