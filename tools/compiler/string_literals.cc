// SPDX-License-Identifier: Apache-2.0
#include <string_view>

#include "tools/compiler/literals.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

// One or two hexadecimal digits would be ambiguous: exactly two are taken.
char readHexEscape(CharReader& reader, std::uint32_t begin) {
  int high = hexDigitValue(reader.peek());
  int low = high < 0 ? -1 : hexDigitValue(reader.peek(1));
  if (low < 0) {
    reader.error(reader.rangeFrom(begin), "'\\x' takes two hexadecimal digits");
    return '\0';
  }
  reader.advance(2);
  return static_cast<char>(high * 16 + low);
}

char readOctalEscape(CharReader& reader, std::uint32_t begin) {
  int value = 0;
  for (int i = 0; i < 3 && isOctalDigit(reader.peek()); ++i) {
    value = value * 8 + (reader.peek() - '0');
    reader.advance();
  }
  if (value > 0xff) reader.error(reader.rangeFrom(begin), "this escape does not fit a byte");
  return static_cast<char>(value);
}

// The reader stands behind the backslash.
char readEscape(CharReader& reader) {
  constexpr std::string_view kLetters = "abfnrtv'\"\\?";
  constexpr std::string_view kValues = "\a\b\f\n\r\t\v'\"\\?";
  std::uint32_t begin = reader.position() - 1;
  char c = reader.peek();
  if (isOctalDigit(c)) return readOctalEscape(reader, begin);
  if (reader.atEnd() || c == '\n') return '\\';
  reader.advance();
  if (c == 'x') return readHexEscape(reader, begin);
  std::size_t index = kLetters.find(c);
  if (index != std::string_view::npos) return kValues[index];
  reader.error(reader.rangeFrom(begin),
               c == 'u' ? "there is no '\\u' escape: write the character itself, in UTF-8"
                        : "unknown escape in a string");
  return c;
}

void skipBinarySpace(CharReader& reader) {
  while (isInlineSpace(reader.peek()) || reader.peek() == '\n') reader.advance();
}

}  // namespace

std::optional<std::string> readQuotedString(CharReader& reader) {
  std::uint32_t begin = reader.position();
  std::string out;
  reader.advance();
  for (;;) {
    char c = reader.peek();
    if (reader.atEnd() || c == '\n') {
      reader.error(reader.rangeFrom(begin), "this string is not closed before the line ends");
      return std::nullopt;
    }
    reader.advance();
    if (c == '"') return out;
    out += c == '\\' ? readEscape(reader) : c;
  }
}

std::string readLineString(CharReader& reader) {
  std::string out;
  reader.advance();
  while (!reader.atEnd() && reader.peek() != '\n' && reader.peek() != '\r') {
    out += reader.peek();
    reader.advance();
  }
  out += '\n';
  return out;
}

std::optional<std::string> readBinary(CharReader& reader) {
  std::uint32_t begin = reader.position();
  std::string out;
  reader.advance(3);
  for (skipBinarySpace(reader); reader.peek() != '"'; skipBinarySpace(reader)) {
    int high = hexDigitValue(reader.peek());
    int low = high < 0 ? -1 : hexDigitValue(reader.peek(1));
    if (low < 0) {
      reader.error(reader.rangeFrom(begin),
                   reader.atEnd() ? "this binary literal is not closed"
                                  : "a binary literal takes pairs of hexadecimal digits");
      while (!reader.atEnd() && reader.peek() != '"' && reader.peek() != '\n') reader.advance();
      if (reader.peek() != '"') return std::nullopt;
      reader.advance();
      return out;
    }
    out += static_cast<char>(high * 16 + low);
    reader.advance(2);
  }
  reader.advance();
  if (out.empty()) reader.error(reader.rangeFrom(begin), "a binary literal has at least one byte");
  return out;
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
