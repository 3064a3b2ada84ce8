// SPDX-License-Identifier: Apache-2.0
// Words, bytes and the format's size limits.
//
// A word is 8 bytes; every object starts at a word of its segment. Names say their unit
// (`sizeWords`, `offsetBytes`); a bare `size` counts elements.
#pragma once

#include <cstddef>
#include <cstdint>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI {

inline constexpr std::size_t kBytesPerWord = 8;
inline constexpr std::size_t kBitsPerWord = 64;

// The largest segment, in words: far pointers have 29 bits for an offset.
inline constexpr std::uint32_t kMaxSegmentWords = (std::uint32_t{1} << 29) - 1;

// The largest element count of a list, in elements: list pointers have 29 bits for it.
inline constexpr std::uint32_t kMaxListSize = (std::uint32_t{1} << 29) - 1;

// The most segments that a builder makes. The reference's stream reader takes 511.
inline constexpr std::uint32_t kMaxSegmentsWritten = 511;

// The most segments that a reader takes. Attack: a table of millions of empty segments costs the
// receiver a table of its own; honest writers grow segments geometrically and need a few dozen.
inline constexpr std::uint32_t kMaxSegmentsRead = 512;

// The number of words that hold `sizeBytes` bytes. Requires: sizeBytes <= 2^64 - 8.
constexpr std::uint64_t wordsForBytes(std::uint64_t sizeBytes) {
  return (sizeBytes + (kBytesPerWord - 1)) / kBytesPerWord;
}

// The number of words that hold `sizeBits` bits. Requires: sizeBits <= 2^64 - 64.
constexpr std::uint64_t wordsForBits(std::uint64_t sizeBits) {
  return (sizeBits + (kBitsPerWord - 1)) / kBitsPerWord;
}

}  // namespace capstan::inline CAPSTAN_ABI
