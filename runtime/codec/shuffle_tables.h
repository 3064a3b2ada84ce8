// SPDX-License-Identifier: Apache-2.0
// For each tag, the order of bytes that squeezes its word or spreads it, as byte shuffles of vector
// units read it: an index per byte, and one with its top bit set for a zero byte.
#pragma once

#include <array>
#include <cstdint>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {

using Shuffle = std::array<std::uint8_t, 8>;

constexpr std::array<Shuffle, 256> makeShuffles(bool areToSpread) {
  std::array<Shuffle, 256> all{};
  for (unsigned tag = 0; tag < 256; ++tag) {
    all[tag].fill(0xFF);
    unsigned squeezed = 0;
    for (unsigned byte = 0; byte < 8; ++byte) {
      if ((tag >> byte & 1) == 0) continue;
      if (areToSpread) {
        all[tag][byte] = static_cast<std::uint8_t>(squeezed);
      } else {
        all[tag][squeezed] = static_cast<std::uint8_t>(byte);
      }
      ++squeezed;
    }
  }
  return all;
}

// From a word, its tag and the count of its run, as bytes 0 to 9, to what is written of them.
struct PackShuffle {
  alignas(16) std::uint8_t from[16];
  std::size_t size;
};
inline constexpr std::array<PackShuffle, 512> kPackShuffles = [] {
  constexpr std::uint8_t kTag = 8;
  constexpr std::uint8_t kCount = 9;
  std::array<PackShuffle, 512> all{};
  for (unsigned i = 0; i < 512; ++i) {
    // Words that go on a run, as they stand, are above 256.
    const unsigned kept = i < 256 ? i : 0xFF;
    PackShuffle& shuffle = all[i];
    if (i < 256) shuffle.from[shuffle.size++] = kTag;
    for (std::uint8_t byte = 0; byte < 8; ++byte) {
      if ((kept >> byte & 1) != 0) shuffle.from[shuffle.size++] = byte;
    }
    if (i == 0 || i == 0xFF) shuffle.from[shuffle.size++] = kCount;
  }
  return all;
}();
inline constexpr std::array<Shuffle, 256> kSpreadShuffles = makeShuffles(true);

}  // namespace internal
}  // namespace capstan::inline CAPSTAN_ABI
