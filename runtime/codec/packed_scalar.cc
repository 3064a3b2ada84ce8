// SPDX-License-Identifier: Apache-2.0
#include "runtime/codec/packed_scalar.h"

#include <algorithm>
#include <cstring>

#include "capstan/codec/packed.h"
#include "runtime/codec/tag_tables.h"
#include "runtime/codec/unpack_words.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {
namespace {

// The little-endian word at `from`; what lies behind `end` reads as zero.
std::uint64_t loadUpTo8(const std::byte* from, const std::byte* end) {
  const auto left = static_cast<std::size_t>(end - from);
  if (left >= kBytesPerWord) return loadLittle<std::uint64_t>(from);
  std::byte last[kBytesPerWord] = {};
  if (left != 0) std::memcpy(last, from, left);
  return loadLittle<std::uint64_t>(last);
}

struct Scalar {
  static void unpackWord(const std::byte* from, unsigned tag, std::byte* to) {
    storeLittle(to, spread(loadLittle<std::uint64_t>(from), tag));
  }
};

std::size_t wordsBetween(const std::byte* from, const std::byte* end) {
  return static_cast<std::size_t>(end - from) / kBytesPerWord;
}

// The words behind the first until one for which `isOther`, and the first; `most` at most.
template <typename IsOther>
std::size_t wordsUntil(const std::byte* from, std::size_t most, IsOther isOther) {
  std::size_t words = 1;
  while (words < most && !isOther(loadLittle<std::uint64_t>(from + words * kBytesPerWord))) ++words;
  return words;
}

bool packOneWord(PackCursor& cursor, std::uint64_t word, unsigned tag) {
  const std::size_t bytes = kHeadBytes[tag];
  const auto room = static_cast<std::size_t>(cursor.toEnd - cursor.to);
  if (room < bytes) return false;  // check: pack-word-fits
  cursor.to[0] = static_cast<std::byte>(tag);
  if (room > kBytesPerWord) {
    storeLittle(cursor.to + 1, squeeze(word, tag));
  } else {
    std::byte last[kBytesPerWord];
    storeLittle(last, squeeze(word, tag));
    std::memcpy(cursor.to + 1, last, bytes - 1);
  }
  cursor.from += kBytesPerWord;
  cursor.to += bytes;
  return true;
}

}  // namespace

std::size_t runWords(const std::byte* from, const std::byte* end, bool isZeros) noexcept {
  const std::size_t most = std::min(wordsBetween(from, end), kMaxRunWords + 1);
  if (isZeros) return wordsUntil(from, most, [](std::uint64_t word) { return word != 0; });
  return wordsUntil(from, most, [](std::uint64_t word) { return !isNearlyFull(word); });
}

bool packRun(PackCursor& cursor, bool isZeros, std::size_t words) noexcept {
  const std::size_t bytes = words * kBytesPerWord;
  const std::size_t packedBytes = isZeros ? 2 : 2 + bytes;
  if (static_cast<std::size_t>(cursor.toEnd - cursor.to) < packedBytes) {  // check: pack-run-fits
    return false;
  }
  *cursor.to++ = static_cast<std::byte>(isZeros ? 0 : kFullTag);
  if (!isZeros) {
    std::memcpy(cursor.to, cursor.from, kBytesPerWord);
    cursor.to += kBytesPerWord;
  }
  *cursor.to++ = static_cast<std::byte>(words - 1);
  if (!isZeros) {
    std::memcpy(cursor.to, cursor.from + kBytesPerWord, bytes - kBytesPerWord);
    cursor.to += bytes - kBytesPerWord;
  }
  cursor.from += bytes;
  return true;
}

bool packNext(PackCursor& cursor) noexcept {
  if (cursor.from == cursor.fromEnd) return false;
  const auto word = loadLittle<std::uint64_t>(cursor.from);
  const unsigned tag = tagOf(word);
  if (tag != 0 && tag != kFullTag) return packOneWord(cursor, word, tag);
  const bool isZeros = tag == 0;
  return packRun(cursor, isZeros, runWords(cursor.from, cursor.fromEnd, isZeros));
}

void unpackRun(UnpackCursor& cursor, std::size_t words, bool isZeros) noexcept {
  std::size_t now = std::min(words, wordsBetween(cursor.to, cursor.toEnd));
  if (!isZeros) now = std::min(now, wordsBetween(cursor.from, cursor.fromEnd));
  const std::size_t bytes = now * kBytesPerWord;
  if (isZeros) {
    std::memset(cursor.to, 0, bytes);
  } else if (bytes != 0) {
    std::memcpy(cursor.to, cursor.from, bytes);
    cursor.from += bytes;
  }
  cursor.to += bytes;
  cursor.runWords = static_cast<std::uint32_t>(words - now);
  cursor.isRunOfZeros = isZeros;
}

bool unpackNext(UnpackCursor& cursor) noexcept {
  if (cursor.to == cursor.toEnd || cursor.from == cursor.fromEnd) return false;
  const auto tag = std::to_integer<unsigned>(*cursor.from);
  const std::size_t head = kHeadBytes[tag];
  if (static_cast<std::size_t>(cursor.fromEnd - cursor.from) < head) {  // check: unpack-head
    return false;
  }
  storeLittle(cursor.to, spread(loadUpTo8(cursor.from + 1, cursor.fromEnd), tag));
  cursor.to += kBytesPerWord;
  cursor.from += head;
  if (tag != 0 && tag != kFullTag) return true;
  unpackRun(cursor, std::to_integer<std::size_t>(cursor.from[-1]), tag == 0);
  return cursor.runWords == 0;
}

void packScalar(PackCursor& cursor) noexcept {
  do {
    // Words that are no runs, while there is surely room.
    const std::byte* from = cursor.from;
    std::byte* to = cursor.to;
    while (from != cursor.fromEnd &&
           cursor.toEnd - to > static_cast<std::ptrdiff_t>(kBytesPerWord)) {
      const auto word = loadLittle<std::uint64_t>(from);
      const unsigned tag = tagOf(word);
      if (tag == 0 || tag == kFullTag) break;
      *to = static_cast<std::byte>(tag);
      storeLittle(to + 1, squeeze(word, tag));
      to += kHeadBytes[tag];
      from += kBytesPerWord;
    }
    cursor.from = from;
    cursor.to = to;
  } while (packNext(cursor));
}

void unpackScalar(UnpackCursor& cursor) noexcept { unpackByWords<Scalar>(cursor); }

}  // namespace internal
}  // namespace capstan::inline CAPSTAN_ABI
