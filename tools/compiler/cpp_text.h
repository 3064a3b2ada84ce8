// SPDX-License-Identifier: Apache-2.0
// Text in pieces: put together once, where it is to stand, without a string for each step.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

using Pieces = std::initializer_list<std::string_view>;

inline std::size_t sizeOf(Pieces pieces) {
  std::size_t size = 0;
  for (const std::string_view piece : pieces) size += piece.size();
  return size;
}

// Copies a piece to where there is room for it. Returns: the end of the copy.
// Cost: most pieces are a few characters long; copied here, and not by a call for each, generating
// takes 4% less.
inline char* put(char* to, std::string_view piece) {
  const char* const from = piece.data();
  const std::size_t size = piece.size();
  constexpr std::size_t kShort = 16;
  constexpr std::size_t kHalf = kShort / 2;
  constexpr std::size_t kQuarter = kShort / 4;
  if (size > 2 * kShort) {
    std::memcpy(to, from, size);
  } else if (size >= kShort) {
    std::memcpy(to, from, kShort);
    std::memcpy(to + size - kShort, from + size - kShort, kShort);
  } else if (size >= kHalf) {
    std::memcpy(to, from, kHalf);
    std::memcpy(to + size - kHalf, from + size - kHalf, kHalf);
  } else if (size >= kQuarter) {
    std::memcpy(to, from, kQuarter);
    std::memcpy(to + size - kQuarter, from + size - kQuarter, kQuarter);
  } else if (size != 0) {
    to[0] = from[0];
    to[size / 2] = from[size / 2];
    to[size - 1] = from[size - 1];
  }
  return to + size;
}
inline char* put(char* to, Pieces pieces) {
  for (const std::string_view piece : pieces) to = put(to, piece);
  return to;
}

// Makes room once for all pieces.
inline void append(std::string& to, Pieces pieces) {
  const std::size_t at = to.size();
  to.resize(at + sizeOf(pieces));
  put(to.data() + at, pieces);
}

// The same in the place of what `to` was, whose memory is used again.
inline std::string_view replace(std::string& to, Pieces pieces) {
  to.clear();
  append(to, pieces);
  return to;
}

// A piece that is needed only in some cases, and one of two.
constexpr std::string_view onlyIf(bool isNeeded, std::string_view piece) {
  return isNeeded ? piece : std::string_view();
}
constexpr std::string_view either(bool isFirst, std::string_view first, std::string_view second) {
  return isFirst ? first : second;
}

// The digits of a number, as a piece of one call.
class Digits {
 public:
  explicit Digits(std::uint64_t value, int base = 10)
      : end_(std::to_chars(text_, text_ + sizeof(text_), value, base).ptr) {}
  Digits(const Digits&) = delete;
  Digits& operator=(const Digits&) = delete;

  // Copies them to where there is room for the longest. Returns: the end of the digits.
  char* putTo(char* to) const {
    std::memcpy(to, text_, sizeof(text_));
    return to + size();
  }
  std::size_t size() const { return static_cast<std::size_t>(end_ - text_); }

  operator std::string_view() const { return {text_, size()}; }

 private:
  char text_[20];
  const char* end_;
};

// How much may be written behind the room that is needed.
constexpr std::size_t kSlackBytes = 32;

// Pieces in a row, whose number the compiler knows, and of literals the size: writing a header
// takes a third less than from lists of views. Lifetime: of the pieces, which it refers to; it is
// made where it is used.
template <typename... P>
class TextOf {
 public:
  explicit TextOf(const P&... pieces) : pieces_(pieces...) {}

  std::size_t size() const {
    return std::apply([](const P&... pieces) { return (sizeOf(pieces) + ... + 0); }, pieces_);
  }
  // Copies it to where there is room, and for kSlackBytes more. Returns: the end of the copy.
  char* putTo(char* to) const {
    std::apply([&](const P&... pieces) { ((to = put(to, pieces)), ...); }, pieces_);
    return to;
  }

 private:
  static std::size_t sizeOf(std::string_view piece) { return piece.size(); }
  template <std::size_t kBytes>
  static constexpr std::size_t sizeOf(const char (&)[kBytes]) {
    return kBytes - 1;
  }
  static char* put(char* to, const Digits& digits) { return digits.putTo(to); }
  static char* put(char* to, std::string_view piece) { return cpp::put(to, piece); }
  template <std::size_t kBytes>
  static char* put(char* to, const char (&literal)[kBytes]) {
    std::memcpy(to, literal, kBytes - 1);
    return to + (kBytes - 1);
  }

  std::tuple<const P&...> pieces_;
};

// The pieces: string_views, Digits and literals.
template <typename... P>
TextOf<P...> text(const P&... pieces) {
  return TextOf<P...>(pieces...);
}

// Where the names of a request live, all as long as each other.
class TextArena {
 public:
  // Lifetime: of what the functions return, the arena's.
  template <typename... P>
  std::string_view join(const P&... pieces) {
    const auto content = text(pieces...);
    const std::size_t size = content.size();
    if (static_cast<std::size_t>(end_ - at_) < size) addBlock(size);
    char* const begin = at_;
    at_ = content.putTo(begin);
    return {begin, size};
  }
  std::string_view copy(std::string_view text) { return join(text); }

 private:
  void addBlock(std::size_t size) {
    constexpr std::size_t kBlockBytes = std::size_t{64} << 10;
    size = std::max(size, kBlockBytes);
    at_ = blocks_.emplace_back(std::make_unique_for_overwrite<char[]>(size + kSlackBytes)).get();
    end_ = at_ + size;
  }

  std::vector<std::unique_ptr<char[]>> blocks_;
  char* at_ = nullptr;
  char* end_ = nullptr;
};

// Texts one behind the other.
class Parts {
 public:
  void add(Pieces pieces) {
    append(text_, pieces);
    ends_.push_back(text_.size());
  }

  bool empty() const { return ends_.empty(); }
  std::size_t size() const { return ends_.size(); }
  std::string_view operator[](std::size_t index) const {
    const std::size_t begin = index == 0 ? 0 : ends_[index - 1];
    return std::string_view(text_).substr(begin, ends_[index] - begin);
  }
  // The characters of all texts.
  std::size_t sizeChars() const { return text_.size(); }

 private:
  std::string text_;
  std::vector<std::size_t> ends_;
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
