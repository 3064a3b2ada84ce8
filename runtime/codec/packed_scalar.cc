// SPDX-License-Identifier: Apache-2.0
#include "runtime/codec/packed_scalar.h"

#include <algorithm>
#include <cstring>

#include "capstan/codec/packed.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {
namespace {

std::size_t wordsBetween(const std::byte* from, const std::byte* end) {
  return static_cast<std::size_t>(end - from) / kBytesPerWord;
}

// The words from `from` on that go on a run, 255 at most.
template <typename Belongs>
std::size_t runLength(const std::byte* from, const std::byte* end, Belongs belongs) {
  const std::size_t most = std::min(wordsBetween(from, end), kMaxRunWords);
  std::size_t length = 0;
  while (length < most && belongs(loadLittle<std::uint64_t>(from + length * kBytesPerWord))) {
    ++length;
  }
  return length;
}

bool packZeros(PackCursor& cursor) {
  if (cursor.toEnd - cursor.to < 2) return false;  // check: pack-zeros-fit
  cursor.from += kBytesPerWord;
  const std::size_t more = zeroRunWords(cursor.from, cursor.fromEnd);
  cursor.to[0] = std::byte{0};
  cursor.to[1] = static_cast<std::byte>(more);
  cursor.from += more * kBytesPerWord;
  cursor.to += 2;
  return true;
}

bool packLiterals(PackCursor& cursor) {
  const std::byte* second = cursor.from + kBytesPerWord;
  const std::size_t more = literalRunWords(second, cursor.fromEnd);
  const std::size_t bytes = 2 + (1 + more) * kBytesPerWord;
  if (static_cast<std::size_t>(cursor.toEnd - cursor.to) < bytes) {  // check: pack-literals-fit
    return false;
  }
  cursor.to[0] = static_cast<std::byte>(kFullTag);
  std::memcpy(cursor.to + 1, cursor.from, kBytesPerWord);
  cursor.to[9] = static_cast<std::byte>(more);
  std::memcpy(cursor.to + 10, second, more * kBytesPerWord);
  cursor.from = second + more * kBytesPerWord;
  cursor.to += bytes;
  return true;
}

bool packOneWord(PackCursor& cursor, std::uint64_t word, unsigned tag) {
  std::uint64_t kept = 0;
  unsigned bits = 0;
  for (unsigned byte = 0; byte < kBytesPerWord; ++byte) {
    kept |= ((word >> (8 * byte)) & 0xFF) << bits;
    bits += (tag >> byte & 1) * 8;
  }
  const std::size_t bytes = 1 + bits / 8;
  const auto room = static_cast<std::size_t>(cursor.toEnd - cursor.to);
  if (room < bytes) return false;  // check: pack-word-fits
  cursor.to[0] = static_cast<std::byte>(tag);
  if (room > kBytesPerWord) {
    storeLittle(cursor.to + 1, kept);
  } else {
    std::byte last[kBytesPerWord];
    storeLittle(last, kept);
    std::memcpy(cursor.to + 1, last, bytes - 1);
  }
  cursor.from += kBytesPerWord;
  cursor.to += bytes;
  return true;
}

// The word that `bytes` are the bytes of which are not zero.
std::uint64_t spread(const std::byte* bytes, unsigned tag) {
  std::uint64_t word = 0;
  for (unsigned byte = 0; byte < kBytesPerWord; ++byte) {
    if ((tag >> byte & 1) != 0)
      word |= std::uint64_t{std::to_integer<unsigned>(*bytes++)} << (8 * byte);
  }
  return word;
}

}  // namespace

std::size_t zeroRunWords(const std::byte* from, const std::byte* end) noexcept {
  return runLength(from, end, [](std::uint64_t word) { return word == 0; });
}

std::size_t literalRunWords(const std::byte* from, const std::byte* end) noexcept {
  return runLength(from, end, isNearlyFull);
}

bool packNext(PackCursor& cursor) noexcept {
  if (cursor.from == cursor.fromEnd) return false;
  const auto word = loadLittle<std::uint64_t>(cursor.from);
  const unsigned tag = tagOf(word);
  if (tag == 0) return packZeros(cursor);
  if (tag == kFullTag) return packLiterals(cursor);
  return packOneWord(cursor, word, tag);
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
  const std::size_t head = headBytes(tag);
  if (static_cast<std::size_t>(cursor.fromEnd - cursor.from) < head) {  // check: unpack-head
    return false;
  }
  storeLittle(cursor.to, spread(cursor.from + 1, tag));
  cursor.to += kBytesPerWord;
  cursor.from += head;
  if (tag != 0 && tag != kFullTag) return true;
  unpackRun(cursor, std::to_integer<std::size_t>(cursor.from[-1]), tag == 0);
  return cursor.runWords == 0;
}

void packScalar(PackCursor& cursor) noexcept {
  while (packNext(cursor)) {
  }
}

void unpackScalar(UnpackCursor& cursor) noexcept {
  while (unpackNext(cursor)) {
  }
}

}  // namespace internal
}  // namespace capstan::inline CAPSTAN_ABI
