// SPDX-License-Identifier: Apache-2.0
// Packing 64 words at a time, for the kernels whose instructions squeeze one word.
//
// A kernel looks at the words and says of what kind they are, one bit each. From the bits alone
// follows which words begin something and which go on a run; then it squeezes each word. What is
// left, writing tag, bytes and count of what begins, has hardly a branch: what a word has not is
// written over by the next.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "capstan/base/endian.h"
#include "capstan/base/units.h"
#include "capstan/codec/packed.h"
#include "runtime/codec/packed_scalar.h"
#include "runtime/codec/tag_tables.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {

inline constexpr std::size_t kChunkWords = 64;

// The `count` lowest bits. Requires: count <= 64.
constexpr std::uint64_t lowBits(std::size_t count) {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

// The kinds of up to 64 words. Bits of words that are not there do not matter.
struct WordKinds {
  std::uint64_t zero;
  std::uint64_t full;
  std::uint64_t nearlyFull;  // at most one byte is zero: the full ones too
};

struct RunPlan {
  std::size_t words;          // that are packed now
  std::uint64_t begins;       // words that begin a run or are one by themselves: these have a tag
  std::uint64_t counted;      // those of them that have a count
  std::uint64_t literalRest;  // words that go on a run of full ones: all of their bytes are kept
};

// Plans `words` words. A run that might go on behind them is left out unless they are the last;
// where it is all of them, none are packed now.
constexpr RunPlan planRuns(const WordKinds& kinds, std::size_t words, bool areLast) {
  const std::uint64_t there = lowBits(words);
  const std::uint64_t zero = kinds.zero & there;
  const std::uint64_t nearly = kinds.nearlyFull & there;
  const std::uint64_t full = kinds.full & there;
  // Adding carries from each full word up to the end of the nearly full ones around it.
  const std::uint64_t literal = (((nearly + full) ^ nearly) | full) & nearly;
  const std::uint64_t literalRest = literal & (literal << 1);
  std::uint64_t begins = ~(literalRest | (zero & (zero << 1))) & there;
  if (!areLast && ((literal | zero) >> (words - 1) & 1) != 0) {
    words = 63 - static_cast<std::size_t>(std::countl_zero(begins));
    begins &= lowBits(words);
  }
  return {words, begins, begins & (zero | literal), literalRest & lowBits(words)};
}

// Packs the run at the cursor, which has `words` words at least.
// Returns: whether it fits. `Kernel::look` is that of packByChunks.
template <typename Kernel>
bool packLongRun(PackCursor& cursor, std::size_t words) noexcept {
  constexpr std::size_t kLongest = kMaxRunWords + 1;
  const bool isZeros = *cursor.from == std::byte{0};
  const auto left = static_cast<std::size_t>(cursor.fromEnd - cursor.from) / kBytesPerWord;
  alignas(64) std::uint8_t tags[kChunkWords];
  while (words < std::min(left, kLongest)) {
    const std::size_t next = std::min(std::min(left, kLongest) - words, kChunkWords);
    const WordKinds kinds = Kernel::look(cursor.from + words * kBytesPerWord, next, tags);
    const std::uint64_t belongs = (isZeros ? kinds.zero : kinds.nearlyFull) & lowBits(next);
    const auto more = static_cast<std::size_t>(std::countr_one(belongs));
    words += more;
    if (more != next) break;
  }
  return packRun(cursor, isZeros, words);
}

// `Kernel::look(from, words, tags)` gives the kinds and the tags of 1 to 64 words;
// `Kernel::write(plan, from, tags, to)` packs the words of the plan.
template <typename Kernel>
void packByChunks(PackCursor& cursor) noexcept {
  // Fewer words are sooner packed one by one.
  constexpr std::size_t kFewWords = 12;
  constexpr std::size_t kLongRunWords = 12;
  alignas(64) std::uint8_t tags[kChunkWords];
  while (true) {
    const auto left = static_cast<std::size_t>(cursor.fromEnd - cursor.from) / kBytesPerWord;
    const auto room = static_cast<std::size_t>(cursor.toEnd - cursor.to);
    const std::size_t words = std::min(left, kChunkWords);
    if (words < kFewWords || room < packedBound(words) + kBytesPerWord) break;
    const WordKinds kinds = Kernel::look(cursor.from, words, tags);
    const RunPlan plan = planRuns(kinds, words, left == words);
    if (plan.words != 0) {
      cursor.to = Kernel::write(plan, cursor.from, tags, cursor.to);
      cursor.from += plan.words * kBytesPerWord;
    }
    // A run that has come to the end of the chunk begins the next, or is sooner copied.
    const std::size_t runWords = words - plan.words;
    if (runWords >= kLongRunWords && !packLongRun<Kernel>(cursor, runWords)) return;
  }
  packScalar(cursor);
}

}  // namespace internal
}  // namespace capstan::inline CAPSTAN_ABI
