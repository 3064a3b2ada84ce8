// SPDX-License-Identifier: Apache-2.0
// Unpacking word by word, for the kernels whose instructions spread one. Where the next word begins
// waits for a word's tag, so that a right guess at what is no run is worth more than none at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/codec/packed_scalar.h"
#include "runtime/codec/tag_tables.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {

// Runs of so many words behind the first are written as if they were of that many.
inline constexpr std::size_t kShortRunWords = 4;
inline constexpr std::ptrdiff_t kReadAheadBytes = 10 + 8 * kShortRunWords;
inline constexpr std::ptrdiff_t kWriteAheadBytes = 8 + 8 * kShortRunWords;

// Unpacks words until one begins a longer run or is not surely there, or its room.
// `Kernel::unpackWord(from, tag, to)` writes the word of a tag from the 8 bytes behind it.
// Inlined by force, so that it has the caller's instructions and the kernel can be inlined, too.
template <typename Kernel>
[[gnu::always_inline]] inline void unpackShortRuns(UnpackCursor& cursor) noexcept {
  if (cursor.fromEnd - cursor.from < kReadAheadBytes) return;
  if (cursor.toEnd - cursor.to < kWriteAheadBytes) return;
  const std::byte* from = cursor.from;
  const std::byte* const lastFrom = cursor.fromEnd - kReadAheadBytes;
  std::byte* to = cursor.to;
  std::byte* const lastTo = cursor.toEnd - kWriteAheadBytes;
  while (from <= lastFrom && to <= lastTo) {
    const auto tag = std::to_integer<unsigned>(*from);
    if (tag != 0 && tag != kFullTag) [[likely]] {
      Kernel::unpackWord(from + 1, tag, to);
      from += kHeadBytes[tag];
      to += kBytesPerWord;
      continue;
    }
    const std::size_t headBytes = tag == 0 ? 2 : 10;
    const auto run = std::to_integer<std::size_t>(from[headBytes - 1]);
    if (run > kShortRunWords) break;
    if (tag == 0) {
      std::memset(to, 0, (1 + kShortRunWords) * kBytesPerWord);
      from += headBytes;
    } else {
      std::memcpy(to, from + 1, kBytesPerWord);
      std::memcpy(to + kBytesPerWord, from + headBytes, kShortRunWords * kBytesPerWord);
      from += headBytes + run * kBytesPerWord;
    }
    to += (1 + run) * kBytesPerWord;
  }
  cursor.from = from;
  cursor.to = to;
}

// Unpacks all that there is, long runs too. Inlined by force, as unpackShortRuns.
template <typename Kernel>
[[gnu::always_inline]] inline void unpackByWords(UnpackCursor& cursor) noexcept {
  do {
    unpackShortRuns<Kernel>(cursor);
  } while (unpackNext(cursor));
}

}  // namespace internal
}  // namespace capstan::inline CAPSTAN_ABI
