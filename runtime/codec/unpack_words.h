// SPDX-License-Identifier: Apache-2.0
// Unpacking word by word, for the kernels whose instructions spread one: without a branch on what
// the word is, unless a long run begins with it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/codec/packed_scalar.h"
#include "runtime/codec/tag_tables.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {

// Runs of so many words behind the first are copied with it, needed or not.
inline constexpr std::size_t kShortRunWords = 4;
inline constexpr std::ptrdiff_t kReadAheadBytes = 10 + 8 * kShortRunWords;
inline constexpr std::ptrdiff_t kWriteAheadBytes = 8 + 8 * kShortRunWords;

// `kUnpackShort(from, isFull, to)` writes the word of the tag at `from` and kShortRunWords words
// behind it: those of the run of a full word, for which `isFull` is all ones, or zeros.
// Inlined by force, so that it has the caller's instructions and kUnpackShort can be inlined, too.
template <auto kUnpackShort>
[[gnu::always_inline]] inline void unpackByWords(UnpackCursor& cursor) noexcept {
  do {
    const std::byte* from = cursor.from;
    std::byte* to = cursor.to;
    while (cursor.fromEnd - from >= kReadAheadBytes && cursor.toEnd - to >= kWriteAheadBytes) {
      const auto tag = std::to_integer<unsigned>(*from);
      const std::uint64_t isZero = tag == 0 ? ~std::uint64_t{0} : 0;
      const std::uint64_t isFull = tag == kFullTag ? ~std::uint64_t{0} : 0;
      const std::uint64_t run = (std::to_integer<std::uint64_t>(from[1]) & isZero) |
                                (std::to_integer<std::uint64_t>(from[9]) & isFull);
      if (run > kShortRunWords) break;
      kUnpackShort(from, isFull, to);
      from += kHeadBytes[tag] + (run * 8 & isFull);
      to += 8 + run * 8;
    }
    cursor.from = from;
    cursor.to = to;
  } while (unpackNext(cursor));
}

}  // namespace internal
}  // namespace capstan::inline CAPSTAN_ABI
