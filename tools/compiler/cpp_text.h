// SPDX-License-Identifier: Apache-2.0
// Text in pieces: put together once, where it is to stand, without a string for each step.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

using Pieces = std::initializer_list<std::string_view>;
using PieceSpan = std::span<const std::string_view>;

inline std::size_t sizeOf(PieceSpan pieces) {
  std::size_t size = 0;
  for (const std::string_view piece : pieces) size += piece.size();
  return size;
}
inline std::size_t sizeOf(Pieces pieces) { return sizeOf(PieceSpan(pieces)); }

// Copies the pieces to where there is room for them.
inline void copyTo(char* to, PieceSpan pieces) {
  for (const std::string_view piece : pieces) to = std::copy(piece.begin(), piece.end(), to);
}

// Makes room once for all pieces.
inline void append(std::string& to, PieceSpan pieces) {
  const std::size_t at = to.size();
  to.resize(at + sizeOf(pieces));
  copyTo(to.data() + at, pieces);
}
inline void append(std::string& to, Pieces pieces) { append(to, PieceSpan(pieces)); }

// The digits of a number, as a piece of one call.
class Digits {
 public:
  explicit Digits(std::uint64_t value, int base = 10)
      : end_(std::to_chars(text_, text_ + sizeof(text_), value, base).ptr) {}
  Digits(const Digits&) = delete;
  Digits& operator=(const Digits&) = delete;

  operator std::string_view() const { return {text_, static_cast<std::size_t>(end_ - text_)}; }

 private:
  char text_[20];
  const char* end_;
};

// Where the names of a request live, all as long as each other.
class TextArena {
 public:
  // Lifetime: of what the functions return, the arena's.
  std::string_view join(Pieces pieces) {
    const std::size_t size = sizeOf(pieces);
    auto* const text = static_cast<char*>(memory_.allocate(size, 1));
    copyTo(text, pieces);
    return {text, size};
  }
  std::string_view copy(std::string_view text) { return join({text}); }

 private:
  std::pmr::monotonic_buffer_resource memory_{64u << 10};
};

// Texts one behind the other, in memory that is used again after clear().
class Parts {
 public:
  void clear() {
    text_.clear();
    ends_.clear();
  }
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
