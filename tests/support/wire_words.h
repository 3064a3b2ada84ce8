// SPDX-License-Identifier: Apache-2.0
// Messages made by hand, word by word: the encoders of the wire format that tests hold against the
// library's. Written for themselves on purpose, so that a mistake in wire/ does not hide itself.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

namespace capstan::support {

using Words = std::vector<std::uint64_t>;

constexpr std::int64_t kLargestOffset = (std::int64_t{1} << 29) - 1;
constexpr std::int64_t kSmallestOffset = -(std::int64_t{1} << 29);
constexpr std::uint64_t kLargestCount = (std::uint64_t{1} << 29) - 1;

// The size codes of list pointers.
enum Code : std::uint64_t { kVoids, kBits, kBytes, kTwos, kFours, kEights, kPointers, kStructs };

// Offsets are in words from the pointer's end.
constexpr std::uint64_t structPointer(std::int64_t offset, std::uint64_t dataWords,
                                      std::uint64_t pointers) {
  return (static_cast<std::uint64_t>(offset) & 0x3FFF'FFFF) << 2 | dataWords << 32 | pointers << 48;
}
constexpr std::uint64_t listPointer(std::int64_t offset, std::uint64_t code, std::uint64_t count) {
  return 1 | (static_cast<std::uint64_t>(offset) & 0x3FFF'FFFF) << 2 | code << 32 | count << 35;
}
constexpr std::uint64_t farPointer(std::uint64_t segment, std::uint64_t word) {
  return 2 | word << 3 | segment << 32;
}
constexpr std::uint64_t doubleFarPointer(std::uint64_t segment, std::uint64_t word) {
  return 6 | word << 3 | segment << 32;
}
constexpr std::uint64_t capabilityPointer(std::uint64_t index) { return 3 | index << 32; }
// The tag word of a struct list.
constexpr std::uint64_t structTag(std::uint64_t count, std::uint64_t dataWords,
                                  std::uint64_t pointers) {
  return (count & 0x3FFF'FFFF) << 2 | dataWords << 32 | pointers << 48;
}

// Eight characters as a word, zero-padded.
constexpr std::uint64_t textWord(std::string_view text) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    word |= std::uint64_t{static_cast<unsigned char>(text[i])} << (8 * i);
  }
  return word;
}

inline void appendWord(std::vector<std::byte>& to, std::uint64_t word) {
  for (int i = 0; i < 8; ++i) to.push_back(static_cast<std::byte>(word >> (8 * i)));
}

// The words' bytes, little-endian.
inline std::vector<std::byte> bytesOf(std::span<const std::uint64_t> words) {
  std::vector<std::byte> bytes;
  for (const std::uint64_t word : words) appendWord(bytes, word);
  return bytes;
}

// The framed message of these segments.
inline std::vector<std::byte> framed(std::span<const Words> segments) {
  std::vector<std::uint32_t> table = {static_cast<std::uint32_t>(segments.size() - 1)};
  for (const Words& segment : segments) table.push_back(static_cast<std::uint32_t>(segment.size()));
  if (table.size() % 2 != 0) table.push_back(0);
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i < table.size(); i += 2) {
    appendWord(bytes, table[i] | std::uint64_t{table[i + 1]} << 32);
  }
  for (const Words& segment : segments) {
    for (const std::uint64_t word : segment) appendWord(bytes, word);
  }
  return bytes;
}
inline std::vector<std::byte> framed(std::initializer_list<Words> segments) {
  return framed(std::span<const Words>(segments.begin(), segments.size()));
}

}  // namespace capstan::support
