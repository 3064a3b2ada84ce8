// SPDX-License-Identifier: Apache-2.0
// Tables that kernels share: for each tag, which bytes of the word are not zero, and how they move
// when they are squeezed together.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {

// The bytes of the word that are not zero.
inline constexpr std::array<std::uint64_t, 256> kSpreadMasks = [] {
  std::array<std::uint64_t, 256> masks{};
  for (unsigned tag = 0; tag < 256; ++tag) {
    for (unsigned byte = 0; byte < 8; ++byte) {
      if ((tag >> byte & 1) != 0) masks[tag] |= std::uint64_t{0xFF} << (8 * byte);
    }
  }
  return masks;
}();

// How many these are.
inline constexpr std::array<std::uint8_t, 256> kKeptBytes = [] {
  std::array<std::uint8_t, 256> bytes{};
  for (unsigned tag = 0; tag < 256; ++tag)
    bytes[tag] = static_cast<std::uint8_t>(std::popcount(tag));
  return bytes;
}();

// The bytes that a word takes when packed: its tag, what is not zero, and the count of a run.
inline constexpr std::array<std::uint8_t, 256> kHeadBytes = [] {
  std::array<std::uint8_t, 256> bytes{};
  for (unsigned tag = 0; tag < 256; ++tag) {
    const int count = tag == 0 || tag == 0xFF ? 1 : 0;
    bytes[tag] = static_cast<std::uint8_t>(1 + std::popcount(tag) + count);
  }
  return bytes;
}();

// A byte moves down by as many places as there are zero bytes below it: by 1, by 2 and by 4, as
// its number of places has these bits. Here are the bytes that move in each step, at the places
// where the steps before have brought them.
struct SqueezeSteps {
  std::uint64_t byOne, byTwo, byFour;
  std::uint64_t together;  // where all of them end
};
inline constexpr std::array<SqueezeSteps, 256> kSqueezeSteps = [] {
  std::array<SqueezeSteps, 256> all{};
  for (unsigned tag = 0; tag < 256; ++tag) {
    unsigned places = 0;
    for (unsigned byte = 0; byte < 8; ++byte) {
      if ((tag >> byte & 1) == 0) {
        ++places;
        continue;
      }
      const std::uint64_t mask = std::uint64_t{0xFF} << (8 * byte);
      all[tag].together |= mask >> (8 * places);
      if ((places & 1) != 0) all[tag].byOne |= mask;
      if ((places & 2) != 0) all[tag].byTwo |= mask >> (8 * (places & 1));
      if ((places & 4) != 0) all[tag].byFour |= mask >> (8 * (places & 3));
    }
  }
  return all;
}();

// The bytes of `word` that are not zero, moved together.
constexpr std::uint64_t squeeze(std::uint64_t word, unsigned tag) {
  const SqueezeSteps& steps = kSqueezeSteps[tag];
  const auto move = [&](std::uint64_t moving, unsigned places) {
    word = (word & ~moving) | (word & moving) >> (8 * places);
  };
  move(steps.byOne, 1);
  move(steps.byTwo, 2);
  move(steps.byFour, 4);
  return word;
}

// The word that squeeze made `bytes` of; what stands above them is ignored.
constexpr std::uint64_t spread(std::uint64_t bytes, unsigned tag) {
  const SqueezeSteps& steps = kSqueezeSteps[tag];
  const auto move = [&](std::uint64_t moving, unsigned places) {
    const std::uint64_t moved = moving >> (8 * places);
    bytes = (bytes & ~moved) | (bytes & moved) << (8 * places);
  };
  bytes &= steps.together;
  move(steps.byFour, 4);
  move(steps.byTwo, 2);
  move(steps.byOne, 1);
  return bytes;
}

}  // namespace internal
}  // namespace capstan::inline CAPSTAN_ABI
