// SPDX-License-Identifier: Apache-2.0
// For each tag, the order of bytes that packs its word or unpacks it, as the byte shuffles of
// vector units read it.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "runtime/codec/pack_chunk.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {

using Shuffle = std::array<std::uint8_t, 8>;

// From a word, its tag and the count of its run, as bytes 0 to 9, to what is written of them: the
// tag, the bytes that are not zero, and the count of a run. From kRestOfRun on, for words that go
// on a run: all bytes of the word, or nothing of a zero word.
struct PackShuffles {
  alignas(16) std::uint8_t from[512][16];
  std::uint8_t bytes[512];
};
inline constexpr std::size_t kRestOfRun = 256;
inline constexpr PackShuffles kPackShuffles = [] {
  constexpr std::uint8_t kTag = 8;
  constexpr std::uint8_t kCount = 9;
  PackShuffles all{};
  for (std::size_t i = 0; i < 512; ++i) {
    const auto put = [&](std::uint8_t byte) { all.from[i][all.bytes[i]++] = byte; };
    const std::size_t kept = i <= kRestOfRun ? i % kRestOfRun : 0xFF;
    if (i < kRestOfRun) put(kTag);
    for (std::uint8_t byte = 0; byte < 8; ++byte) {
      if ((kept >> byte & 1) != 0) put(byte);
    }
    if (i == 0 || i == 0xFF) put(kCount);
  }
  return all;
}();

// From the bytes behind a tag to the word: an index per byte, and one beyond all for a zero byte.
inline constexpr std::array<Shuffle, 256> kSpreadShuffles = [] {
  std::array<Shuffle, 256> all{};
  for (unsigned tag = 0; tag < 256; ++tag) {
    std::uint8_t next = 0;
    for (unsigned byte = 0; byte < 8; ++byte) {
      all[tag][byte] = (tag >> byte & 1) != 0 ? next++ : std::uint8_t{0xFF};
    }
  }
  return all;
}();

// The tags of a chunk's words.
struct Tags {
  alignas(16) std::uint8_t of[kChunkWords];
};

// Writes the words of the plan. `kPackWord(word, tagAndCount, shuffle, to)` writes one with its tag
// and count, 16 bytes in all; the next writes over what it has not. Inlined by force, so that it
// has the caller's instructions and kPackWord can be inlined, too.
template <auto kPackWord>
[[gnu::always_inline]] inline std::byte* writeShuffled(const RunPlan& plan, const Tags& tags,
                                                       const std::byte* from, std::byte* to) {
  const auto packOne = [&](std::size_t word, const PlannedWord& planned, std::byte* at)
      __attribute__((always_inline)) {
    const unsigned tag = tags.of[word];
    const std::size_t which = tag | (planned.rests & 1) * kRestOfRun;
    kPackWord(from + word * kBytesPerWord, tag | planned.count() << 8, kPackShuffles.from[which],
              at);
    return at + kPackShuffles.bytes[which];
  };
  return writeWords(plan, from, to, packOne);
}

}  // namespace internal
}  // namespace capstan::inline CAPSTAN_ABI
