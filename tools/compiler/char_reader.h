// SPDX-License-Identifier: Apache-2.0
// A cursor over a file's bytes, and the character classes of the schema language.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "tools/compiler/diagnostics.h"
#include "tools/compiler/source_file.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool isOctalDigit(char c) { return c >= '0' && c <= '7'; }
constexpr bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool isLower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool isIdentifierStart(char c) { return isUpper(c) || isLower(c) || c == '_'; }
constexpr bool isIdentifierPart(char c) { return isIdentifierStart(c) || isDigit(c); }

// Spaces that do not end a line.
constexpr bool isInlineSpace(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

constexpr bool isOperatorPart(char c) {
  return std::string_view("!$%&*+-./:<=>?@^|~").find(c) != std::string_view::npos;
}

// A class of characters as a table, for loops over them.
class CharClass {
 public:
  explicit constexpr CharClass(bool (*contains)(char)) {
    for (std::size_t i = 0; i < contains_.size(); ++i)
      contains_[i] = contains(static_cast<char>(i));
  }
  constexpr bool contains(char c) const { return contains_[static_cast<unsigned char>(c)]; }

 private:
  std::array<bool, 256> contains_{};
};

inline constexpr CharClass kIdentifierStarts(isIdentifierStart);
inline constexpr CharClass kIdentifierParts(isIdentifierPart);
inline constexpr CharClass kDigits(isDigit);
inline constexpr CharClass kInlineSpaces(isInlineSpace);
inline constexpr CharClass kOperatorParts(isOperatorPart);

// Returns: 0 to 15, or -1.
constexpr int hexDigitValue(char c) {
  if (isDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

class CharReader {
 public:
  CharReader(const SourceFile& file, Diagnostics& diagnostics)
      : file_(file), text_(file.text()), diagnostics_(diagnostics) {}

  std::size_t size() const { return text_.size(); }
  std::uint32_t position() const { return position_; }
  bool atEnd() const { return position_ >= text_.size(); }

  // Return: NUL past the end of the file.
  char peek() const { return text_.data()[position_]; }
  char peek(std::uint32_t ahead) const {
    return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0';
  }
  bool startsWith(std::string_view prefix) const {
    return text_.substr(position_).substr(0, prefix.size()) == prefix;
  }
  std::string_view textFrom(std::uint32_t begin) const {
    return text_.substr(begin, position_ - begin);
  }
  ByteRange rangeFrom(std::uint32_t begin) const { return {begin, position_}; }

  // Stops at the end of the file.
  void advance(std::uint32_t count = 1) {
    position_ += count;
    if (position_ > text_.size()) position_ = static_cast<std::uint32_t>(text_.size());
  }
  // Requires: NUL is not skipped.
  void skipAll(const CharClass& skipped) {
    std::uint32_t at = position_;
    while (skipped.contains(text_.data()[at])) ++at;
    position_ = at;
  }
  // Stops before the line feed.
  void skipLine() {
    std::size_t end = text_.find('\n', position_);
    position_ = static_cast<std::uint32_t>(std::min(end, text_.size()));
  }
  void seek(std::uint32_t position) { position_ = position; }

  void error(ByteRange range, std::string text) {
    diagnostics_.error(file_, range, std::move(text));
  }
  void warning(ByteRange range, std::string text) {
    diagnostics_.warning(file_, range, std::move(text));
  }

 private:
  const SourceFile& file_;
  std::string_view text_;
  Diagnostics& diagnostics_;
  std::uint32_t position_ = 0;
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler
