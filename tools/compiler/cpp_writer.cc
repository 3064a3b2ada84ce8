// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/cpp_writer.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "capstan/base/units.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

namespace {

constexpr std::size_t kColumns = 100;

// Takes the next line off `text`.
std::string_view takeLine(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

// The bytes E2 80 AA..AE and E2 81 A6..A9 are the characters that turn the direction of text round.
bool turnsDirection(std::string_view text) {
  if (text.size() < 3 || text[0] != '\xe2') return false;
  if (text[1] == '\x80') return text[2] >= '\xaa' && text[2] <= '\xae';
  return text[1] == '\x81' && text[2] >= '\xa6' && text[2] <= '\xa9';
}

bool isControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == '\x7f'; }

// Where a statement that is too long is broken: behind the parenthesis of its call.
std::size_t breakPoint(std::string_view text) {
  const std::size_t call = text.find(">(");
  return call != std::string_view::npos ? call + 2 : text.find('(') + 1;
}

// Bytes as they stand in a list: "0x2a, ", and two spaces more, so that one store is enough.
constexpr std::size_t kByteChars = 6;
constexpr std::size_t kStoredChars = 8;
constexpr auto kByteItems = [] {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::array<std::array<char, kStoredChars>, 256> items{};
  for (std::size_t i = 0; i < items.size(); ++i) {
    items[i] = {'0', 'x', kDigits[i >> 4], kDigits[i & 15], ',', ' ', ' ', ' '};
  }
  return items;
}();

}  // namespace

void Function::moveOutside(std::string_view templateHead, std::string_view specifiers,
                           std::string_view scope, std::string_view className) {
  const Pieces qualifier = {scope, "::", className, "::"};
  templateHead_ = templateHead;
  pieces_[0] = specifiers;
  pieces_.insert(pieces_.begin() + kSignature, qualifier);
  for (std::size_t& end : ends_) end += qualifier.size();
}

void Writer::linePieces(PieceSpan pieces, std::string_view end) {
  const std::size_t at = text_.size();
  const std::size_t size = sizeOf(pieces);
  text_.resize(at + indentation_ + size, ' ');
  copyTo(text_.data() + at + indentation_, pieces);
  text_.append(end);
}

void Writer::add(std::string_view text, Values values) {
  if (text.starts_with('\n')) text.remove_prefix(1);
  if (indentation_ == 0) return addFilled(text, values);
  while (!text.empty()) {
    const std::string_view each = takeLine(text);
    if (!each.empty()) text_.append(indentation_, ' ');
    addFilled(each, values);
    text_ += '\n';
  }
}

void Writer::addFilled(std::string_view text, Values values) {
  for (;;) {
    const std::size_t begin = text.find('$');
    text_.append(text.substr(0, begin));
    if (begin == std::string_view::npos) return;
    const std::size_t end = text.find('$', begin + 1);
    const std::string_view name = text.substr(begin + 1, end - begin - 1);
    const auto* value = std::find_if(values.begin(), values.end(),
                                     [&](const auto& entry) { return entry.first == name; });
    text_.append(value->second);
    text.remove_prefix(end + 1);
  }
}

void Writer::comment(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  while (!text.empty()) {
    text_.append(indentation_, ' ').append("// ");
    safeComment(takeLine(text));
    text_ += '\n';
  }
}

// Writes one line of a comment as a compiler may see it, and no more of the "// " before it than
// is needed.
void Writer::safeComment(std::string_view line) {
  const std::size_t begin = text_.size();
  text_.append(line);
  const auto from = text_.begin() + static_cast<std::ptrdiff_t>(begin);
  std::replace_if(from, text_.end(), isControl, ' ');
  for (std::size_t i = begin; (i = text_.find('\xe2', i)) != std::string::npos; ++i) {
    if (turnsDirection(std::string_view(text_).substr(i))) text_.replace(i, 3, "?");
  }
  text_.resize(text_.find_last_not_of(" \\") + 1);
  if (std::string_view(text_).substr(std::min(begin, text_.size())).ends_with("?\?/")) text_ += '.';
}

bool Writer::fits(std::size_t size) const { return indentation_ + size <= kColumns; }

void Writer::headOf(const Function& function, std::string_view end) {
  if (fits(sizeOf(function.head()) + end.size() - 1)) return linePieces(function.head(), end);
  linePieces(function.result(), "\n");
  linePieces(function.signature(), end);
}

void Writer::declaration(const Function& function) { headOf(function, ";\n"); }

void Writer::joined(Pieces first, Pieces second) {
  linePieces(first, "");
  if (!fits(sizeOf(first) + sizeOf(second))) {
    while (text_.ends_with(' ')) text_.pop_back();
    text_.append(1, '\n').append(indentation_ + 4, ' ');
  }
  cpp::append(text_, second);
  text_ += '\n';
}

void Writer::statement(PieceSpan pieces) {
  const std::size_t begin = text_.size() + indentation_;
  linePieces(pieces, "\n");
  const std::string_view text = std::string_view(text_).substr(begin);
  if (fits(text.size() - 1)) return;
  text_.insert(begin + breakPoint(text), "\n" + std::string(indentation_ + 4, ' '));
}

void Writer::function(const Function& function) {
  add(function.templateHead());
  const std::string_view end = function.statements() == 0 ? " {}\n" : " }\n";
  if (function.statements() <= 1 && fits(sizeOf(function.all()) + end.size() - 1)) {
    return linePieces(function.all(), end);
  }
  headOf(function, " {\n");
  indent();
  for (std::size_t i = 0; i < function.statements(); ++i) statement(function.statement(i));
  outdent();
  line("}");
}

bool Writer::row(Pieces before, const Parts& items, std::string_view after) {
  constexpr std::string_view kSeparator = ", ";
  const std::size_t separators = items.empty() ? 0 : (items.size() - 1) * kSeparator.size();
  if (!fits(sizeOf(before) + items.sizeChars() + separators + after.size())) return false;
  text_.append(indentation_, ' ');
  cpp::append(text_, before);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i != 0) text_.append(kSeparator);
    text_.append(items[i]);
  }
  text_.append(after) += '\n';
  return true;
}

void Writer::list(Pieces head, const Parts& items, std::size_t width) {
  if (row(head, items, "};")) return;
  line(head);
  for (std::size_t i = 0; i < items.size();) {
    text_.append(indentation_, ' ').append("    ");
    std::size_t column = 4;
    for (std::size_t n = 0; n < width && i < items.size(); ++n, ++i) {
      if (n != 0 && !fits(column + items[i].size() + 2)) break;
      const std::string_view space = n == 0 ? "" : " ";
      cpp::append(text_, {space, items[i], ","});
      column += space.size() + items[i].size() + 1;
    }
    text_ += '\n';
  }
  line("};");
}

// Large schemas are mostly these, so the digits go straight to their place.
void Writer::bytes(Pieces head, std::span<const unsigned char> bytes) {
  constexpr std::string_view kEnd = "};\n";
  static_assert(kEnd.size() >= kStoredChars - kByteChars);
  const bool isOneLine = fits(sizeOf(head) + bytes.size() * kByteChars);
  linePieces(head, isOneLine ? "" : "\n");
  const std::size_t indentation = isOneLine ? 0 : indentation_ + 4;
  const std::size_t rows = (bytes.size() + kBytesPerWord - 1) / kBytesPerWord;
  const std::size_t at = text_.size();
  text_.resize(at + rows * indentation + bytes.size() * kByteChars + kEnd.size(), ' ');
  char* to = text_.data() + at;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i % kBytesPerWord == 0) to += indentation;
    std::memcpy(to, kByteItems[bytes[i]].data(), kStoredChars);
    to += kByteChars;
    const bool endsRow = (i + 1) % kBytesPerWord == 0 || i + 1 == bytes.size();
    if (endsRow && !isOneLine) to[-1] = '\n';
  }
  if (isOneLine && !bytes.empty()) to -= 2;  // the last comma
  to = std::copy(kEnd.begin(), kEnd.end(), to);
  text_.resize(static_cast<std::size_t>(to - text_.data()));
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
