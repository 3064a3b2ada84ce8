// SPDX-License-Identifier: Apache-2.0
// What a text can be made of without being a string first: a number, or pieces.
//
// A setter that takes a TextSource writes it straight into the text's place in the message: no
// temporary string, no allocation but the text's own.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <type_traits>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI {

// Says how many characters it has and writes exactly these. A source that borrows characters from
// elsewhere also tells whether any of them lie in [begin, end), a text that is to be written over.
template <typename T>
concept TextSource = requires(const T& source, char* to) {
  { source.size() } -> std::same_as<std::size_t>;
  source.writeTo(to);
};
template <typename T>
concept BorrowingTextSource = TextSource<T> && requires(const T& source, const char* at) {
  { source.readsFrom(at, at) } -> std::same_as<bool>;
};

// An integer in decimal, as in setName(capstan::Decimal(42)).
class Decimal {
 public:
  template <std::integral T>
  constexpr explicit Decimal(T value)
      : isNegative_(value < T{}),
        magnitude_(isNegative_ ? std::uint64_t{0} - static_cast<std::uint64_t>(value)
                               : static_cast<std::uint64_t>(value)) {}

  // Cost: a count of bits, a multiplication, a compare.
  constexpr std::size_t size() const {
    // 1233 / 4096 is a little above log10(2): the guess is right or one too low.
    const unsigned guess = static_cast<unsigned>(std::bit_width(magnitude_ | 1)) * 1233 >> 12;
    return guess + (magnitude_ >= kPowers[guess] ? 1u : 0u) + (isNegative_ ? 1u : 0u);
  }
  constexpr void writeTo(char* to) const {
    char* end = to + size();
    std::uint64_t rest = magnitude_;
    // Two digits a division, from a table (SetUint1 bench).
    while (rest >= 10) {
      const char* pair = &kPairs[rest % 100 * 2];
      rest /= 100;
      *--end = pair[1];
      *--end = pair[0];
    }
    if (rest != 0 || magnitude_ == 0) *--end = static_cast<char>('0' + rest);
    if (isNegative_) *to = '-';
  }

 private:
  static constexpr char kPairs[201] =
      "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445"
      "46474849505152535455565758596061626364656667686970717273747576777879808182838485868788899091"
      "9293949596979899";
  // kPowers[n] is 10^n, but 0 has one digit.
  static constexpr std::uint64_t kPowers[20] = {
      0,
      10,
      100,
      1000,
      10000,
      100000,
      1000000,
      10000000,
      100000000,
      1000000000,
      10000000000,
      100000000000,
      1000000000000,
      10000000000000,
      100000000000000,
      1000000000000000,
      10000000000000000,
      100000000000000000,
      1000000000000000000,
      10000000000000000000u,
  };

  bool isNegative_;
  std::uint64_t magnitude_;
};

// Pieces, one after the other, as in setName(capstan::TextPieces({first, " ", last})). Borrows
// them: for use in one expression.
class TextPieces {
 public:
  constexpr TextPieces(std::initializer_list<std::string_view> pieces) : pieces_(pieces) {}

  constexpr std::size_t size() const {
    std::size_t size = 0;
    for (std::string_view piece : pieces_) size += piece.size();
    return size;
  }
  constexpr void writeTo(char* to) const {
    for (std::string_view piece : pieces_) {
      for (char character : piece) *to++ = character;
    }
  }
  bool readsFrom(const char* begin, const char* end) const {
    for (std::string_view piece : pieces_) {
      if (piece.data() < end && begin < piece.data() + piece.size()) return true;
    }
    return false;
  }

 private:
  std::initializer_list<std::string_view> pieces_;
};

}  // namespace capstan::inline CAPSTAN_ABI
