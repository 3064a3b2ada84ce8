// SPDX-License-Identifier: Apache-2.0
#include "runtime/layout/text_form.h"

#include <charconv>
#include <cmath>

namespace capstan::inline CAPSTAN_ABI::internal {
namespace {

// Stands for the comma between two items of an open bracket, before a space.
constexpr char kMark = '\x01';

// What the reference tool still puts on one line, in bytes.
constexpr std::size_t kLongestItem = 24;
constexpr std::size_t kLongestRecord = 64;

constexpr std::size_t kSpacesPerLevel = 2;

template <typename T>
void appendInteger(std::string& out, T value) {
  char digits[24];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

// The fewest of the reference's digits that read back as the same value; one more than it uses for
// the few values that need it.
template <typename Float>
void appendFloat(std::string& out, Float value, std::initializer_list<int> precisions) {
  if (std::isnan(value)) {
    out += "nan";
    return;
  }
  if (std::isinf(value)) {
    out += value < 0 ? "-inf" : "inf";
    return;
  }
  char digits[40];
  char* end = digits;
  for (const int precision : precisions) {
    end =
        std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, precision)
            .ptr;
    Float back = 0;
    std::from_chars(digits, end, back);
    if (back == value) break;
  }
  for (const char* at = digits; at != end; ++at) {
    if (*at != '+') out += *at;
  }
}

// The letter of a C escape, or 0.
char escapeLetter(char byte) {
  constexpr std::string_view kBytes = "\a\b\f\n\r\t\v\"'\\";
  constexpr std::string_view kLetters = "abfnrtv\"'\\";
  const std::size_t at = kBytes.find(byte);
  return at == std::string_view::npos ? '\0' : kLetters[at];
}

void appendOctal(std::string& out, unsigned char byte) {
  out += '\\';
  out += static_cast<char>('0' + (byte >> 6));
  out += static_cast<char>('0' + (byte >> 3 & 7));
  out += static_cast<char>('0' + (byte & 7));
}

}  // namespace

TextForm::Bracket TextForm::open(Kind kind, bool isValue) {
  ++level_;
  text_ += kind == Kind::kRecord ? '(' : '[';
  return {.kind = kind, .isValue = isValue, .start = text_.size(), .item = 0};
}

void TextForm::beginItem(Bracket& bracket) {
  endItem(bracket);
  if (bracket.item != 0) {
    text_ += kMark;
    text_ += ' ';
  }
  bracket.item = text_.size();
}

void TextForm::endItem(Bracket& bracket) const {
  if (bracket.item == 0) return;
  const std::size_t size = text_.size() - bracket.item;
  bracket.total += size;
  if (size > bracket.longest) bracket.longest = size;
}

void TextForm::close(Bracket& bracket) {
  endItem(bracket);
  const bool isLong = bracket.longest > kLongestItem ||
                      (bracket.kind == Kind::kRecord && bracket.total > kLongestRecord);
  if (breaksLines_ && isLong) {
    breakLines(bracket);
  } else {
    joinLine(bracket.start);
  }
  text_ += bracket.kind == Kind::kRecord ? ')' : ']';
  --level_;
}

// Brackets inside are closed already, so every mark is one of this bracket.
void TextForm::joinLine(std::size_t from) {
  while ((from = text_.find(kMark, from)) != std::string::npos) text_[from] = ',';
}

void TextForm::breakLines(const Bracket& bracket) {
  const std::string items = text_.substr(bracket.start);
  const std::string newLine = '\n' + std::string(level_ * kSpacesPerLevel, ' ');
  text_.resize(bracket.start);
  text_ += bracket.isValue ? newLine : " ";
  std::size_t from = 0;
  for (std::size_t mark = items.find(kMark); mark != std::string::npos;
       mark = items.find(kMark, from)) {
    text_.append(items, from, mark - from);
    text_ += ',';
    text_ += newLine;
    from = mark + 2;
  }
  text_.append(items, from);
  text_ += ' ';
}

void TextForm::integer(std::int64_t value) { appendInteger(text_, value); }
void TextForm::integer(std::uint64_t value) { appendInteger(text_, value); }
// The reference never shortens a subnormal float.
void TextForm::number(float value) {
  const bool isSubnormal = std::fpclassify(value) == FP_SUBNORMAL;
  appendFloat(text_, value,
              isSubnormal ? std::initializer_list<int>{8, 9} : std::initializer_list<int>{6, 8, 9});
}
void TextForm::number(double value) { appendFloat(text_, value, {15, 17}); }

void TextForm::quoted(std::string_view bytes, bool escapesHigh) {
  text_ += '"';
  for (const char byte : bytes) {
    const auto code = static_cast<unsigned char>(byte);
    if (const char letter = escapeLetter(byte); letter != '\0') {
      text_ += '\\';
      text_ += letter;
    } else if (code < 0x20 || code == 0x7F || (escapesHigh && code >= 0x80)) {
      appendOctal(text_, code);
    } else {
      text_ += byte;
    }
  }
  text_ += '"';
}

}  // namespace capstan::inline CAPSTAN_ABI::internal
