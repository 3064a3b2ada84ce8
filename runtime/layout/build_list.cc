// SPDX-License-Identifier: Apache-2.0
// Making lists. Getting them (and moving those that are too small) is in upgrade.cc.
#include "capstan/arena/exhaustion.h"
#include "capstan/layout/build.h"

namespace capstan::inline CAPSTAN_ABI {

ListBuilder PointerBuilder::initList(ElementSize elementSize, std::uint32_t size) const {
  internal::checkView(segment_, epoch_);
  if (size > kMaxListSize) internal::raiseExhausted("a list has more than 2^29-1 elements");
  const std::uint64_t words = wordsForBits(std::uint64_t{size} * stepBitsOf(elementSize));
  const internal::Place place = internal::allocateFor(segment_, at_, words);
  internal::zeroWords(place.at, words);
  internal::relink(segment_, at_, place, WirePointer::toList(0, elementSize, size));
  return {place.segment,
          place.at,
          size,
          {.elementSize = elementSize,
           .stepBytes = stepBitsOf(elementSize) / 8,
           .dataBytes = dataBitsOf(elementSize) / 8,
           .pointers = static_cast<std::uint16_t>(pointersOf(elementSize))}};
}

ListBuilder PointerBuilder::initStructList(std::uint32_t size, StructSize elements) const {
  internal::checkView(segment_, epoch_);
  const std::uint64_t words = std::uint64_t{size} * elements.words();
  if (size > kMaxListSize || words >= kMaxSegmentWords) {
    internal::raiseExhausted("a struct list is larger than the largest segment (2^29-1 words)");
  }
  const internal::Place place = internal::allocateFor(segment_, at_, words + 1);
  WirePointer::tag(size, elements.dataWords, elements.pointers).store(place.at);
  internal::zeroWords(place.at + kBytesPerWord, words);
  internal::relink(
      segment_, at_, place,
      WirePointer::toList(0, ElementSize::kComposite, static_cast<std::uint32_t>(words)));
  return {place.segment,
          place.at + kBytesPerWord,
          size,
          {.elementSize = ElementSize::kComposite,
           .stepBytes = elements.words() * std::uint32_t{kBytesPerWord},
           .dataBytes = elements.dataWords * std::uint32_t{kBytesPerWord},
           .pointers = elements.pointers}};
}

}  // namespace capstan::inline CAPSTAN_ABI
