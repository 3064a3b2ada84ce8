// SPDX-License-Identifier: Apache-2.0
// Unpacking with AVX-512: where words begin in the packed bytes is found without a look at each.
//
// How many packed bytes a word (with its run) takes can be told from its place alone: its tag, and
// the count behind it. So that is computed for each place of a few hundred bytes as if a word began
// there, in registers, and from it the bytes that two words take. The chain from one word to the
// next but one is then a single load.
#include "runtime/codec/vector_kernels.h"

#if defined(__x86_64__)

#include <algorithm>
#include <array>
#include <cstring>

#include "runtime/codec/packed_scalar.h"
#include "runtime/codec/tag_tables.h"
#include "runtime/codec/vbmi2.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {
namespace {

constexpr std::size_t kChunkBlocks = 8;
// Longer runs than this, after their first word, are left to the kernel without tables.
constexpr std::size_t kShortRunWords = 4;
// A mark in `advance`: no short run.
constexpr unsigned kLong = 0x80;
// What is read behind the place of a word: two short runs and a vector.
constexpr std::size_t kReadAheadBytes = 2 * (10 + 8 * kShortRunWords) + kVectorBytes;
// The least packed bytes for which tables are made: a block, the next, and what is read behind.
constexpr std::size_t kLeastBytes = 2 * kVectorBytes + kReadAheadBytes;
constexpr std::size_t kWriteAheadBytes = 2 * 8 * (1 + kShortRunWords) + kVectorBytes;

struct Tables {
  alignas(kVectorBytes) std::uint8_t advance[kChunkBlocks * kVectorBytes];
  alignas(kVectorBytes) std::uint8_t advance2[kChunkBlocks * kVectorBytes];
  // One block more: the second word of a pair may begin in it.
  alignas(kVectorBytes) std::uint8_t words[(kChunkBlocks + 1) * kVectorBytes];
};

struct Block {
  __m512i advance;
  __m512i words;
};

CAPSTAN_VBMI2 inline Block blockAt(const std::byte* from) {
  const __m512i one = _mm512_set1_epi8(1);
  const __m512i longest = _mm512_set1_epi8(kShortRunWords);
  const __m512i tags = _mm512_loadu_si512(from);
  const __m512i zeroCounts = _mm512_loadu_si512(from + 1);
  const __m512i fullCounts = _mm512_loadu_si512(from + 9);
  const __mmask64 zero = _mm512_testn_epi8_mask(tags, tags);
  const __mmask64 full = _mm512_cmpeq_epi8_mask(tags, _mm512_set1_epi8(-1));
  const __mmask64 isLong = _mm512_mask_cmpgt_epu8_mask(zero, zeroCounts, longest) |
                           _mm512_mask_cmpgt_epu8_mask(full, fullCounts, longest);
  const __m512i counts =
      _mm512_mask_mov_epi8(_mm512_maskz_mov_epi8(zero, zeroCounts), full, fullCounts);
  __m512i advance = _mm512_add_epi8(_mm512_popcnt_epi8(tags), one);
  advance = _mm512_mask_add_epi8(advance, zero | full, advance, one);
  // Counts that matter have three bits.
  const __m512i runBytes = _mm512_slli_epi16(_mm512_and_si512(counts, _mm512_set1_epi8(7)), 3);
  advance = _mm512_mask_add_epi8(advance, full, advance, runBytes);
  advance = _mm512_mask_mov_epi8(advance, isLong, _mm512_set1_epi8(static_cast<char>(kLong)));
  return {advance, _mm512_add_epi8(counts, one)};
}

CAPSTAN_VBMI2 inline void makeTables(Tables& tables, const std::byte* from, std::size_t blocks) {
  alignas(kVectorBytes) static constexpr auto kIota = [] {
    std::array<std::uint8_t, kVectorBytes> iota{};
    for (std::size_t i = 0; i < kVectorBytes; ++i) iota[i] = static_cast<std::uint8_t>(i);
    return iota;
  }();
  const __m512i iota = _mm512_load_si512(kIota.data());
  Block block = blockAt(from);
  for (std::size_t i = 0; i < blocks; ++i) {
    const Block next = blockAt(from + (i + 1) * kVectorBytes);
    const __m512i index = _mm512_add_epi8(iota, block.advance);
    const __m512i more = _mm512_permutex2var_epi8(block.advance, index, next.advance);
    _mm512_store_si512(tables.advance + i * kVectorBytes, block.advance);
    _mm512_store_si512(tables.advance2 + i * kVectorBytes, _mm512_adds_epu8(block.advance, more));
    _mm512_store_si512(tables.words + i * kVectorBytes, block.words);
    block = next;
  }
  _mm512_store_si512(tables.words + blocks * kVectorBytes, block.words);
}

CAPSTAN_VBMI2 inline void unpackShort(const std::byte* from, std::byte* to) {
  const auto tag = std::to_integer<unsigned>(*from);
  std::uint64_t bytes;
  std::memcpy(&bytes, from + 1, sizeof(bytes));
  const std::uint64_t word = _pdep_u64(bytes, kSpreadMasks[tag]);
  std::memcpy(to, &word, sizeof(word));
  const __mmask8 isRun = tag == kFullTag ? 0xF : 0;
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + 8),
                      _mm256_maskz_loadu_epi64(isRun, from + 10));
}

// Unpacks what begins in the first `end` bytes, which the tables are of, and where there is room to
// write ahead. Returns: whether unpacking goes on behind it.
CAPSTAN_VBMI2 inline bool unpackChunk(const Tables& tables, std::size_t end, UnpackCursor& cursor) {
  const std::byte* const from = cursor.from;
  const std::byte* const toEnd = cursor.toEnd - kWriteAheadBytes;
  std::byte* to = cursor.to;
  for (std::size_t at = 0; at < end && to <= toEnd;) {
    const unsigned advance = tables.advance2[at];
    if (advance < kLong) [[likely]] {
      const std::size_t second = at + tables.advance[at];
      unpackShort(from + at, to);
      to += tables.words[at] * kBytesPerWord;
      unpackShort(from + second, to);
      to += tables.words[second] * kBytesPerWord;
      at += advance;
      cursor.from = from + at;
      cursor.to = to;
    } else {
      if (!unpackNext(cursor)) return false;
      at = static_cast<std::size_t>(cursor.from - from);
      to = cursor.to;
    }
  }
  return true;
}

}  // namespace

CAPSTAN_VBMI2 void unpackVbmi2(UnpackCursor& cursor) noexcept {
  Tables tables;
  std::size_t mostBlocks = kChunkBlocks;
  while (true) {
    const auto left = static_cast<std::size_t>(cursor.fromEnd - cursor.from);
    const auto room = static_cast<std::size_t>(cursor.toEnd - cursor.to);
    if (left < kLeastBytes || room < kWriteAheadBytes) break;
    const std::size_t blocks =
        std::min((left - kReadAheadBytes - kVectorBytes) / kVectorBytes, mostBlocks);
    makeTables(tables, cursor.from, blocks);
    const std::byte* const end = cursor.from + blocks * kVectorBytes;
    if (!unpackChunk(tables, blocks * kVectorBytes, cursor)) return;
    // Tables of what a long run steps over are made in vain; where there is one, there are more.
    const bool wasInVain = cursor.from >= end + kVectorBytes;
    mostBlocks = wasInVain ? 1 : std::min(2 * mostBlocks, kChunkBlocks);
  }
  unpackSsse3(cursor);
}

}  // namespace internal
}  // namespace capstan::inline CAPSTAN_ABI

#endif
