// SPDX-License-Identifier: Apache-2.0
// The stream framing: the segment table that stands before a message's segments.
//
//   u32 segment count - 1 | u32 words of segment 0 | ... | u32 padding if the count is even
//   segment 0 | segment 1 | ...
//
// All little-endian. Pure functions over bytes; any alignment; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "capstan/base/bytes.h"
#include "capstan/base/config.h"
#include "capstan/base/endian.h"
#include "capstan/base/fault.h"
#include "capstan/base/units.h"

namespace capstan::inline CAPSTAN_ABI {

// The most words that a decoder takes unless told otherwise: 8 Mi words, 64 MiB.
// Attack: a header of a few bytes can claim 2^61 words; the limit is held against the claim before
// anything is allocated or read.
inline constexpr std::uint64_t kDefaultMaxMessageWords = std::uint64_t{8} << 20;

// The bytes of the table for `segments` segments. Requires: segments >= 1.
constexpr std::uint64_t segmentTableBytes(std::uint64_t segments) {
  return (segments / 2 + 1) * kBytesPerWord;
}

// A segment table in place: borrowed from the bytes it was parsed from.
struct SegmentTable {
  const std::byte* sizes = nullptr;  // one u32 of words per segment
  std::uint32_t segments = 0;
  std::uint64_t tableBytes = 0;
  std::uint64_t contentWords = 0;

  // Requires: index < segments.
  std::uint32_t segmentWords(std::uint32_t index) const {
    return loadLittle<std::uint32_t>(sizes + index * sizeof(std::uint32_t));
  }
  std::uint64_t messageBytes() const { return tableBytes + contentWords * kBytesPerWord; }
};

// Parses the table at the start of `from`. The segments themselves need not be there yet.
// Returns: kNone and the table; kFrameTruncated if `from` ends inside the table; kTooManySegments
// above kMaxSegmentsRead; kMessageTooLarge if the segments claim more than `maxMessageWords`, or
// one claims more than kMaxSegmentWords.
// Cost: O(segments); nothing is allocated.
FaultKind parseSegmentTable(Bytes from, std::uint64_t maxMessageWords, SegmentTable& table);

// The bytes of the message at the start of `from` where its table says that it has one segment;
// else more than there can be.
inline std::uint64_t singleSegmentMessageBytes(Bytes from) {
  // check: single-first-word, single-count
  if (from.size() < kBytesPerWord || loadLittle<std::uint32_t>(from.data()) != 0) [[unlikely]]
    return std::numeric_limits<std::uint64_t>::max();
  const auto words = loadLittle<std::uint32_t>(from.data() + sizeof(std::uint32_t));
  return (std::uint64_t{words} + 1) * kBytesPerWord;
}

// Tells how many bytes a message has, from any prefix of it. Returns: the exact count once the
// whole table is in the prefix (`isExact`), until then a lower bound that is above the prefix's
// size; 0 for a table that claims more segments than kMaxSegmentsRead.
struct ExpectedSize {
  std::uint64_t bytes = 0;
  bool isExact = false;
};
ExpectedSize expectedMessageBytes(Bytes prefix);

// Writes the table of a message whose segment `i` has `segmentWords(i)` words: the count first,
// then each size in order, then the padding.
class SegmentTableWriter {
 public:
  // Requires: segmentTableBytes(segments) bytes at `to`.
  SegmentTableWriter(std::byte* to, std::uint32_t segments) : next_(to) {
    if (segments % 2 == 0) {
      storeLittle<std::uint32_t>(to + segmentTableBytes(segments) - sizeof(std::uint32_t), 0);
    }
    put(segments - 1);
  }
  // Requires: called at most `segments` times.
  void put(std::uint32_t words) {
    storeLittle(next_, words);
    next_ += sizeof(words);
  }

 private:
  std::byte* next_;
};

}  // namespace capstan::inline CAPSTAN_ABI
