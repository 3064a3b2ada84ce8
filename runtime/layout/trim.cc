// SPDX-License-Identifier: Apache-2.0
#include "runtime/layout/trim.h"

#include "capstan/base/endian.h"

namespace capstan::inline CAPSTAN_ABI::internal {
namespace {

// The words of `size` words at `from` that are left without the zero words at the end; at least
// `least`, which need not be looked at.
std::uint16_t withoutZeros(const std::byte* from, std::uint32_t size, std::uint32_t least) {
  while (size > least && loadLittle<std::uint64_t>(from + (size - 1) * kBytesPerWord) == 0) --size;
  return static_cast<std::uint16_t>(size);
}

// The one element of an upgraded list of numbers: less than a word.
std::uint16_t partialWord(const std::byte* from, std::uint32_t bytes) {
  for (std::uint32_t i = 0; i < bytes; ++i) {
    if (from[i] != std::byte{0}) return 1;
  }
  return 0;
}

}  // namespace

StructSize trimmedSize(const StructReader& from) {
  const std::uint32_t words = static_cast<std::uint32_t>(from.dataBytes() / kBytesPerWord);
  const std::uint16_t dataWords = from.dataBytes() % kBytesPerWord != 0
                                      ? partialWord(from.data(), from.dataBytes())
                                      : withoutZeros(from.data(), words, 0);
  if (from.pointers() == 0) return {dataWords, 0};
  return {dataWords, withoutZeros(from.pointerSection(), from.pointers(), 0)};
}

StructSize trimmedSize(const ListReader& from) {
  const StructSize whole = wholeSize(from);
  StructSize size;
  for (std::uint32_t i = 0; i < from.size() && size != whole; ++i) {
    const std::byte* element = from.elementAtUnchecked(i);
    size.dataWords = withoutZeros(element, whole.dataWords, size.dataWords);
    size.pointers = withoutZeros(element + from.dataBytes(), whole.pointers, size.pointers);
  }
  return size;
}

}  // namespace capstan::inline CAPSTAN_ABI::internal
