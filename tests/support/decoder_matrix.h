// SPDX-License-Identifier: Apache-2.0
// Runs a decoder over every truncation and every alignment of some bytes, always before an
// unreadable page. Whatever takes bytes from outside is tested with it.
#pragma once

#include <cstddef>
#include <span>

#include "tests/support/guard_page.h"

namespace capstan::support {

// Calls decode(std::span<const std::byte>) with bytes[0..n) for each n from 0 to bytes.size(); each
// ends at the unreadable page, so that starts of every alignment come up.
template <typename Decode>
void forEveryTruncation(std::span<const std::byte> bytes, Decode&& decode) {
  GuardedRegion region(bytes.size());
  for (std::size_t length = 0; length <= bytes.size(); ++length) {
    decode(std::span<const std::byte>(region.placeAtEnd(bytes.first(length))));
  }
}

// Calls decode(std::span<const std::byte>) with all bytes at each of the 8 alignments.
template <typename Decode>
void forEveryAlignment(std::span<const std::byte> bytes, Decode&& decode) {
  GuardedRegion region(bytes.size() + 7);
  for (std::size_t gap = 0; gap < 8; ++gap) {
    decode(std::span<const std::byte>(region.placeAtEnd(bytes, gap)));
  }
}

// Both of the above, and once right behind an unreadable page in front.
template <typename Decode>
void forEveryTruncationAndAlignment(std::span<const std::byte> bytes, Decode&& decode) {
  forEveryTruncation(bytes, decode);
  forEveryAlignment(bytes, decode);
  GuardedRegion region(bytes.size());
  decode(std::span<const std::byte>(region.placeAtStart(bytes)));
}

// Calls decode(std::span<const std::byte>) for each single-bit change of the bytes, at the
// unreadable page.
template <typename Decode>
void forEveryBitFlip(std::span<const std::byte> bytes, Decode&& decode) {
  GuardedRegion region(bytes.size());
  std::span<std::byte> placed = region.placeAtEnd(bytes);
  for (std::size_t bit = 0; bit < placed.size() * 8; ++bit) {
    const std::byte mask{static_cast<unsigned char>(1u << (bit % 8))};
    placed[bit / 8] ^= mask;
    decode(std::span<const std::byte>(placed));
    placed[bit / 8] ^= mask;
  }
}

}  // namespace capstan::support
