// SPDX-License-Identifier: Apache-2.0
// Packing written as plainly as the format can be said, byte by byte: what tests and fuzzers hold
// the kernels against.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace capstan::support {

// Packs one piece of whole words, with the runs that the reference makes.
inline std::vector<std::byte> packPlainly(std::span<const std::byte> piece) {
  const auto zerosIn = [&](std::size_t word) {
    int zeros = 0;
    for (std::size_t i = 0; i < 8; ++i) zeros += piece[word * 8 + i] == std::byte{0};
    return zeros;
  };
  std::vector<std::byte> packed;
  const std::size_t words = piece.size() / 8;
  for (std::size_t word = 0; word < words;) {
    const int zeros = zerosIn(word);
    unsigned tag = 0;
    for (std::size_t i = 0; i < 8; ++i) {
      if (piece[word * 8 + i] != std::byte{0}) tag |= 1u << i;
    }
    packed.push_back(static_cast<std::byte>(tag));
    for (std::size_t i = 0; i < 8; ++i) {
      if (piece[word * 8 + i] != std::byte{0}) packed.push_back(piece[word * 8 + i]);
    }
    ++word;
    if (zeros != 0 && zeros != 8) continue;
    const std::size_t first = word;
    while (word < words && word - first < 255 &&
           (zeros == 8 ? zerosIn(word) == 8 : zerosIn(word) < 2)) {
      ++word;
    }
    packed.push_back(static_cast<std::byte>(word - first));
    if (zeros == 8) continue;
    packed.insert(packed.end(), piece.begin() + static_cast<std::ptrdiff_t>(first * 8),
                  piece.begin() + static_cast<std::ptrdiff_t>(word * 8));
  }
  return packed;
}

// Unpacks all of the bytes. Returns: nothing when they end inside a word or run.
inline std::optional<std::vector<std::byte>> unpackPlainly(std::span<const std::byte> packed) {
  std::vector<std::byte> words;
  std::size_t at = 0;
  const auto left = [&] { return packed.size() - at; };
  while (left() != 0) {
    const auto tag = std::to_integer<unsigned>(packed[at++]);
    for (unsigned i = 0; i < 8; ++i) {
      const bool isKept = (tag >> i & 1) != 0;
      if (isKept && left() == 0) return std::nullopt;
      words.push_back(isKept ? packed[at++] : std::byte{0});
    }
    if (tag != 0 && tag != 0xFF) continue;
    if (left() == 0) return std::nullopt;
    const std::size_t more = std::to_integer<std::size_t>(packed[at++]) * 8;
    if (tag == 0xFF && left() < more) return std::nullopt;
    for (std::size_t i = 0; i < more; ++i) words.push_back(tag == 0 ? std::byte{0} : packed[at++]);
  }
  return words;
}

}  // namespace capstan::support
