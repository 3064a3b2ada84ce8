// SPDX-License-Identifier: Apache-2.0
// Places for new lists, zeroed, before anything points to them.
#pragma once

#include "capstan/arena/exhaustion.h"
#include "capstan/layout/build.h"

namespace capstan::inline CAPSTAN_ABI::internal {

// Each is for a list that the pointer at `at` will lead to. Errors: exhaustion, with nothing
// changed.
inline Place placeList(Segment* segment, std::byte* at, ElementSize elementSize,
                       std::uint32_t size) {
  if (size > kMaxListSize) raiseExhausted("a list has more than 2^29-1 elements");
  const std::uint64_t words = wordsForBits(std::uint64_t{size} * stepBitsOf(elementSize));
  const Place place = allocateFor(segment, at, words);
  zeroWords(place.at, words);
  return place;
}

// The words of a struct list, without its tag. Errors: exhaustion.
inline std::uint32_t structListWords(std::uint32_t size, StructSize elements) {
  const std::uint64_t words = std::uint64_t{size} * elements.words();
  if (size > kMaxListSize || words >= kMaxSegmentWords) {
    raiseExhausted("a struct list is larger than the largest segment (2^29-1 words)");
  }
  return static_cast<std::uint32_t>(words);
}

// `words` is what structListWords gives. The tag is written.
inline Place placeStructList(Segment* segment, std::byte* at, std::uint32_t size,
                             StructSize elements, std::uint32_t words) {
  const Place place = allocateFor(segment, at, std::uint64_t{words} + 1);
  WirePointer::tag(size, elements.dataWords, elements.pointers).store(place.at);
  zeroWords(place.at + kBytesPerWord, words);
  return place;
}

}  // namespace capstan::inline CAPSTAN_ABI::internal
