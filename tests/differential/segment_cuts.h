// SPDX-License-Identifier: Apache-2.0
// Messages whose memory is cut at every place: segments of a fixed number of words.
#pragma once

#include <cstring>
#include <vector>

#include "capstan/message/message_builder.h"
#include "tests/support/wire_words.h"

namespace capstan {

// The memory of one message at a time whose segments have `words` words, or as many as their one
// object needs.
class SegmentCuts {
 public:
  explicit SegmentCuts(std::uint32_t words) : words_(words), first_(words) {}

  ArenaOptions options() {
    return {.maxSegmentWords = words_, .firstSegment = std::as_writable_bytes(std::span(first_))};
  }

 private:
  std::uint32_t words_;
  support::Words first_;
};

// The words of a message, segment by segment.
inline std::vector<support::Words> wordsOf(MessageBuilder& message) {
  std::vector<support::Words> all;
  for (const std::span<const std::byte> segment : message.segments()) {
    support::Words& words = all.emplace_back(segment.size() / kBytesPerWord);
    if (!words.empty()) std::memcpy(words.data(), segment.data(), segment.size());
  }
  return all;
}

}  // namespace capstan
