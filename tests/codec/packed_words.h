// SPDX-License-Identifier: Apache-2.0
// Words of every character to pack, and the kernels to pack them with.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "capstan/codec/packed_kernels.h"
#include "tests/support/seed.h"
#include "tests/support/wire_words.h"

namespace capstan {

using ByteVector = std::vector<std::byte>;

// How often each kind of word comes, in parts of their sum, and how long it goes on.
struct WordMix {
  const char* name;
  unsigned zero, sparse, nearlyFull, full;
  unsigned longestRun;
};

inline constexpr WordMix kWordMixes[] = {
    {"anything", 1, 1, 1, 1, 1},    {"runs", 2, 1, 1, 2, 20},     {"sparse", 1, 8, 0, 0, 2},
    {"text", 1, 2, 3, 6, 12},       {"zeros", 20, 1, 0, 0, 400},  {"literals", 0, 1, 4, 20, 400},
    {"alternating", 0, 1, 0, 1, 1}, {"lone runs", 1, 0, 0, 1, 1}, {"nearly", 0, 1, 20, 1, 3},
};

// A word with `zeros` zero bytes, at random places.
inline std::uint64_t randomWord(support::Random& random, unsigned zeros) {
  std::uint64_t word = 0;
  for (unsigned i = 0; i < 8; ++i) word |= (1 + random.below(255)) << (8 * i);
  for (unsigned places = 0; places < zeros;) {
    const std::uint64_t mask = std::uint64_t{0xFF} << (8 * random.below(8));
    if ((word & mask) == 0) continue;
    word &= ~mask;
    ++places;
  }
  return word;
}

inline ByteVector randomWords(support::Random& random, const WordMix& mix, std::size_t words) {
  ByteVector bytes;
  while (bytes.size() < words * 8) {
    std::uint64_t pick = random.below(mix.zero + mix.sparse + mix.nearlyFull + mix.full);
    unsigned zeros = 0;
    if (pick < mix.zero) {
      zeros = 8;
    } else if (pick -= mix.zero; pick < mix.sparse) {
      zeros = static_cast<unsigned>(2 + random.below(6));
    } else if (pick -= mix.sparse; pick < mix.nearlyFull) {
      zeros = 1;
    }
    std::uint64_t run = 1 + random.below(mix.longestRun);
    for (; run > 0 && bytes.size() < words * 8; --run) {
      support::appendWord(bytes, randomWord(random, zeros));
    }
  }
  return bytes;
}

// One suite over every kernel that runs here.
class EachKernel : public testing::TestWithParam<const PackedKernel*> {
 protected:
  const PackedKernel& kernel() const { return *GetParam(); }
};

inline std::vector<const PackedKernel*> usableKernels() {
  std::vector<const PackedKernel*> usable;
  for (const PackedKernel& kernel : packedKernels()) {
    if (kernel.usable()) usable.push_back(&kernel);
  }
  return usable;
}

inline std::string kernelName(const testing::TestParamInfo<const PackedKernel*>& info) {
  return info.param->name;
}

}  // namespace capstan
