// SPDX-License-Identifier: Apache-2.0
// Packing 64 words at a time, for the kernels of vector units.
//
// A kernel looks at the words and says of what kind they are, one bit each. From the bits alone
// follows which words begin something and which go on a run; then it squeezes each word. What is
// left, writing tag, bytes and count of what begins, has hardly a branch: what a word has not is
// written over by the next. A run that comes to the end of its 64 words has been written as if it
// ended there; what goes on in the next is added to its count.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "capstan/base/endian.h"
#include "capstan/base/units.h"
#include "capstan/codec/packed.h"
#include "runtime/codec/packed_scalar.h"
#include "runtime/codec/tag_tables.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {

inline constexpr std::size_t kChunkWords = 64;
// Fewer words are sooner packed one by one.
inline constexpr std::size_t kFewWords = 12;
inline constexpr std::size_t kVectorAheadBytes = 64;
inline constexpr std::size_t kLongestRunWords = kMaxRunWords + 1;

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

// The run that the words so far end with: it goes on if the next words belong to it.
struct OpenRun {
  std::size_t words = 0;  // none: there is no such run
  bool isZeros = false;

  // The bytes that it takes.
  std::size_t packedBytes() const { return isZeros ? 2 : 2 + words * kBytesPerWord; }
  // Where its count is when it has been written up to `to`; without a run, a place that nobody
  // uses.
  std::byte* countAt(std::byte* to) const {
    const std::size_t counted = isZeros ? 0 : std::max<std::size_t>(words, 1) - 1;
    return to - counted * kBytesPerWord - 1;
  }
};

struct RunPlan {
  std::size_t words;
  std::size_t goesOn;         // so many words at the front belong to the run before
  std::uint64_t begins;       // words that begin a run or are one by themselves: these have a tag
  std::uint64_t counted;      // those of them that have a count
  std::uint64_t literalRest;  // words that go on a run of full ones: all of their bytes are kept
  OpenRun before;
  OpenRun after;

  bool isOneRun() const { return begins == 0 || (begins == 1 && counted == 1); }
};

// What there is of a run behind the last beginning is computed without a branch, which nobody could
// predict.
// Inlined by force, as planRuns: link-time optimization leaves it out of line otherwise, without
// the kernel's instructions, and packing then takes five times as long.
[[gnu::always_inline]] constexpr OpenRun runBehind(std::uint64_t begins, std::uint64_t counted,
                                                   std::uint64_t zero, std::size_t words) {
  const auto begin = static_cast<std::size_t>(63 - std::countl_zero(begins));
  const std::size_t isRun = counted >> begin & 1;
  return {(words - begin) & -isRun, (zero >> begin & 1) != 0};
}

[[gnu::always_inline]] constexpr RunPlan planRuns(const WordKinds& kinds, std::size_t words,
                                                  const OpenRun& before) {
  const std::uint64_t there = lowBits(words);
  const std::uint64_t belongs = (before.isZeros ? kinds.zero : kinds.nearlyFull) & there;
  const std::size_t most = before.words == 0 ? 0 : kLongestRunWords - before.words;
  const std::size_t goesOn = std::min(most, static_cast<std::size_t>(std::countr_one(belongs)));
  const std::uint64_t rest = there & ~lowBits(goesOn);
  const std::uint64_t zero = kinds.zero & rest;
  const std::uint64_t nearly = kinds.nearlyFull & rest;
  const std::uint64_t full = kinds.full & rest;
  // Adding carries from each full word up to the end of the nearly full ones around it.
  const std::uint64_t literal = (((nearly + full) ^ nearly) | full) & nearly;
  const std::uint64_t literalRest = literal & (literal << 1);
  const std::uint64_t begins = rest & ~(literalRest | (zero & (zero << 1)));
  const std::uint64_t counted = begins & (zero | literal);
  const OpenRun after = begins == 0 ? OpenRun{before.words + goesOn, before.isZeros}
                                    : runBehind(begins, counted, zero, words);
  const std::uint64_t copied = literalRest | (before.isZeros ? 0 : lowBits(goesOn));
  return {words, goesOn, begins, counted, copied, before, after};
}

// Copies words that stand as they are, in steps of `kStep`; the last overlaps the one before it.
template <std::size_t kStep>
[[gnu::always_inline]] inline void copyBySteps(std::byte* to, const std::byte* from,
                                               std::size_t bytes) {
  for (std::size_t i = 0; i + kStep < bytes; i += kStep) std::memcpy(to + i, from + i, kStep);
  std::memcpy(to + bytes - kStep, from + bytes - kStep, kStep);
}

// The same for any number of words but none.
[[gnu::always_inline]] inline void copyWords(std::byte* to, const std::byte* from,
                                             std::size_t words) {
  const std::size_t bytes = words * kBytesPerWord;
  if (words >= 8) return copyBySteps<8 * kBytesPerWord>(to, from, bytes);
  if (words >= 4) return copyBySteps<4 * kBytesPerWord>(to, from, bytes);
  copyBySteps<kBytesPerWord>(to, from, bytes);
}

// What a plan says of a word, in the lowest bits, and of those behind it.
struct PlannedWord {
  std::uint64_t rests;  // goes on a run
  std::uint64_t ends;   // ends a run, or is one by itself

  // The words of its run that follow it, if it begins one.
  unsigned count() const { return static_cast<unsigned>(__builtin_ctzll(ends)); }
};

// Writes the words of the plan one by one with `packOne(word, planned, to)`, and longer stretches
// of a run as they stand. What is written may be written over by the next: up to kPackAheadBytes
// behind it.
// Inlined by force, so that it has the caller's instructions and `packOne` can be inlined, too.
inline constexpr std::size_t kPackAheadBytes = kBytesPerWord;
template <typename PackOne>
[[gnu::always_inline]] inline std::byte* writeWords(const RunPlan& plan, const std::byte* from,
                                                    std::byte* to, PackOne packOne) {
  // Where a run ends: before the next beginning.
  const std::uint64_t ends = plan.begins >> 1 | std::uint64_t{1} << (plan.words - 1);
  // The words with which a stretch of four begins.
  std::uint64_t stretches = plan.literalRest & plan.literalRest >> 1;
  stretches &= stretches >> 2;
  for (std::size_t word = 0; word != plan.words;) {
    const std::size_t next =
        std::min(plan.words, static_cast<std::size_t>(std::countr_zero(stretches)));
    PlannedWord planned{~plan.begins >> word, ends >> word};
    for (; word < next; ++word) {
      to = packOne(word, planned, to);
      planned = {planned.rests >> 1, planned.ends >> 1};
    }
    if (word == plan.words) break;
    const auto words = static_cast<std::size_t>(std::countr_one(plan.literalRest >> word));
    copyWords(to, from + word * kBytesPerWord, words);
    to += words * kBytesPerWord;
    word += words;
    stretches &= ~lowBits(word);
  }
  return to;
}

// The next words to be packed, up to 64, and what a kernel has made ready for it.
template <typename Kernel>
struct Chunk {
  RunPlan plan;
  typename Kernel::Ready ready;
};

// Looks at the words from `from` on. Returns: whether there are enough of them.
template <typename Kernel>
[[gnu::always_inline]] inline bool prepareChunk(Chunk<Kernel>& chunk, const std::byte* from,
                                                const std::byte* end, const OpenRun& before) {
  const std::size_t words =
      std::min(static_cast<std::size_t>(end - from) / kBytesPerWord, kChunkWords);
  if (words < (before.words == 0 ? kFewWords : 1)) return false;
  chunk.plan = planRuns(Kernel::look(from, words, chunk.ready), words, before);
  if (!chunk.plan.isOneRun()) Kernel::prepare(chunk.plan, chunk.ready);
  return true;
}

// Packs the chunk, whose words are those at the cursor. Requires: there is surely room for them.
template <typename Kernel>
[[gnu::always_inline]] inline void writeChunk(const Chunk<Kernel>& chunk, PackCursor& cursor) {
  const RunPlan& plan = chunk.plan;
  if (!plan.isOneRun()) {
    cursor.to = Kernel::write(plan, chunk.ready, cursor);
  } else if (plan.begins != 0) {
    packRun(cursor, plan.after.isZeros, plan.words);
    return;
  } else if (!plan.before.isZeros) {
    copyWords(cursor.to, cursor.from, plan.words);
    cursor.to += plan.words * kBytesPerWord;
  }
  cursor.from += plan.words * kBytesPerWord;
}

// The same where there might not be room for them. Returns: whether there was.
template <typename Kernel>
[[gnu::noinline]] bool writeAside(const Chunk<Kernel>& chunk, PackCursor& cursor) {
  std::byte packed[packedBound(kChunkWords) + kVectorAheadBytes];
  PackCursor aside{cursor.from, cursor.fromEnd, packed, std::end(packed)};
  writeChunk(chunk, aside);
  const auto size = static_cast<std::size_t>(aside.to - packed);
  if (size > static_cast<std::size_t>(cursor.toEnd - cursor.to)) {  // check: pack-chunk-fits
    return false;
  }
  if (size != 0) std::memcpy(cursor.to, packed, size);
  cursor.from = aside.from;
  cursor.to += size;
  return true;
}

// `Kernel::look(from, words, ready)` gives the kinds of 1 to 64 words; `Kernel::prepare(plan,
// ready)` computes what `Kernel::write(plan, ready, cursor)` needs to pack the words of the plan,
// which are those at the cursor: there is room for what they pack to and Kernel::kAheadBytes, at
// most kVectorAheadBytes; it returns where they end.
//
// A chunk is prepared before the one in front of it is written: the first is a long chain of
// instructions that wait for one another, the second many that do not.
// Inlined by force, so that it has the caller's instructions and the kernel can be inlined, too.
template <typename Kernel>
[[gnu::always_inline]] inline void packByChunks(PackCursor& cursor) noexcept {
  Chunk<Kernel> chunks[2];
  Chunk<Kernel>* now = &chunks[0];
  Chunk<Kernel>* next = &chunks[1];
  std::byte* countAt = cursor.to;
  OpenRun open;  // behind what is written
  bool isMore = prepareChunk(*now, cursor.from, cursor.fromEnd, open);
  while (isMore) {
    const RunPlan& plan = now->plan;
    isMore =
        prepareChunk(*next, cursor.from + plan.words * kBytesPerWord, cursor.fromEnd, plan.after);
    if (plan.goesOn != 0) *countAt = static_cast<std::byte>(plan.before.words - 1 + plan.goesOn);
    const auto room = static_cast<std::size_t>(cursor.toEnd - cursor.to);
    if (room >= packedBound(plan.words) + Kernel::kAheadBytes) [[likely]] {
      writeChunk(*now, cursor);
    } else if (!writeAside(*now, cursor)) {
      break;
    }
    open = plan.after;
    if (plan.begins != 0) countAt = open.countAt(cursor.to);
    std::swap(now, next);
  }
  // A run that may go on where there is no room for it is packed by the caller's next call, whole.
  if (cursor.from != cursor.fromEnd && open.words != 0 && open.words < kLongestRunWords) {
    cursor.from -= open.words * kBytesPerWord;
    cursor.to -= open.packedBytes();
  }
  packScalar(cursor);
}

}  // namespace internal
}  // namespace capstan::inline CAPSTAN_ABI
