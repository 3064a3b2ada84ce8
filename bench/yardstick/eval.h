// SPDX-License-Identifier: Apache-2.0
// eval: the arithmetic of its five operations, and when a random tree ends.
#pragma once

#include <cstdint>
#include <limits>

#include "bench/yardstick/random.h"

namespace capstan::bench {

inline constexpr std::uint32_t kOperations = 5;
inline constexpr std::uint64_t kEvalCycle = 4096;

// Sums and products wrap around.
inline std::int32_t apply(std::uint32_t operation, std::int32_t a, std::int32_t b) {
  const auto left = static_cast<std::uint32_t>(a);
  const auto right = static_cast<std::uint32_t>(b);
  switch (operation) {
    case 0:
      return static_cast<std::int32_t>(left + right);
    case 1:
      return static_cast<std::int32_t>(left - right);
    case 2:
      return static_cast<std::int32_t>(left * right);
    default:
      break;
  }
  const bool overflows = a == std::numeric_limits<std::int32_t>::min() && b == -1;
  if (b == 0 || overflows) return std::numeric_limits<std::int32_t>::max();
  return operation == 3 ? a / b : a % b;
}

inline bool isLeaf(Random& random, std::uint32_t depth) { return random(8) < depth; }
inline std::int32_t leafValue(Random& random) { return static_cast<std::int32_t>(1 + random(128)); }

}  // namespace capstan::bench
