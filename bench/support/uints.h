// SPDX-License-Identifier: Apache-2.0
// The numbers of the SetUint rows: of 9 or 10 digits, so that each text takes two words.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace capstan::bench {

// Root pointer, the struct's three pointers, the text and as much again.
inline constexpr std::uint64_t kMostUintMessageWords = 1 + 3 + 2 * 2;

inline std::vector<std::uint64_t> uints() {
  std::mt19937 random(11);
  std::vector<std::uint64_t> made(1024);
  for (std::uint64_t& value : made) value = random() | 0x10000000u;
  return made;
}

}  // namespace capstan::bench
