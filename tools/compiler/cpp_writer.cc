// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/cpp_writer.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "capstan/base/absl_text.h"
#include "capstan/base/units.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

namespace {

constexpr std::size_t kColumns = 100;

std::string substitute(std::string_view text, Writer::Values values) {
  std::string result;
  while (!text.empty()) {
    const std::size_t begin = text.find('$');
    result.append(text.substr(0, begin));
    if (begin == std::string_view::npos) break;
    const std::size_t end = text.find('$', begin + 1);
    const std::string_view name = text.substr(begin + 1, end - begin - 1);
    const auto* value = std::find_if(values.begin(), values.end(),
                                     [&](const auto& entry) { return entry.first == name; });
    result.append(value->second);
    text.remove_prefix(end + 1);
  }
  return result;
}

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

// One line of a comment, as a compiler may see it.
std::string safeComment(std::string_view line) {
  std::string result;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (turnsDirection(line.substr(i))) {
      result += '?';
      i += 2;
    } else {
      const auto byte = static_cast<unsigned char>(line[i]);
      result += byte < 0x20 || byte == 0x7f ? ' ' : line[i];
    }
  }
  const std::size_t last = result.find_last_not_of(" \\");
  result.resize(last == std::string::npos ? 0 : last + 1);
  return result.ends_with("?\?/") ? result + "." : result;
}

// Where a statement that is too long is broken: behind the parenthesis of its call.
std::size_t breakPoint(std::string_view text) {
  const std::size_t call = text.find(">(");
  return call != std::string_view::npos ? call + 2 : text.find('(') + 1;
}

}  // namespace

void Writer::line(std::string_view text) {
  if (!text.empty()) text_.append(indentation_, ' ').append(text);
  text_ += '\n';
}

void Writer::add(std::string_view text, Values values) {
  const std::string filled = substitute(text, values);
  std::string_view rest = filled;
  if (rest.starts_with('\n')) rest.remove_prefix(1);
  while (!rest.empty()) line(takeLine(rest));
}

void Writer::comment(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  while (!text.empty()) {
    const std::string safe = safeComment(takeLine(text));
    line(safe.empty() ? "//" : "// " + safe);
  }
}

bool Writer::fits(std::string_view text, std::size_t more) const {
  return indentation_ + text.size() + more <= kColumns;
}

void Writer::lineOf(std::initializer_list<std::string_view> pieces) {
  text_.append(indentation_, ' ');
  for (const std::string_view piece : pieces) text_.append(piece);
  text_ += '\n';
}

void Writer::headOf(const Function& function, std::string_view end) {
  if (fits(function.result, 1 + function.signature.size() + end.size())) {
    return lineOf({function.result, " ", function.signature, end});
  }
  line(function.result);
  lineOf({function.signature, end});
}

void Writer::declaration(const Function& function) { headOf(function, ";"); }

void Writer::joined(std::string_view first, std::string_view second) {
  if (fits(first, second.size())) return lineOf({first, second});
  while (first.ends_with(' ')) first.remove_suffix(1);
  line(first);
  lineOf({"    ", second});
}

void Writer::statement(std::string_view text) {
  const std::size_t at = breakPoint(text);
  joined(text.substr(0, at), text.substr(at));
}

void Writer::function(const Function& function) {
  add(function.templateHead);
  if (function.body.size() <= 1) {
    const std::string_view body = function.body.empty() ? std::string_view() : function.body[0];
    const std::string_view space = body.empty() ? "" : " ";
    const std::initializer_list<std::string_view> pieces = {
        function.result, " ", function.signature, " {", space, body, space, "}"};
    std::size_t size = 0;
    for (const std::string_view piece : pieces) size += piece.size();
    if (fits({}, size)) return lineOf(pieces);
  }
  headOf(function, " {");
  indent();
  for (const std::string& each : function.body) statement(each);
  outdent();
  line("}");
}

void Writer::list(std::string_view head, const std::vector<std::string>& items, std::size_t width) {
  std::string whole = absl::StrCat(abslText(head), " = {");
  for (const std::string& item : items) absl::StrAppend(&whole, item, ", ");
  if (!items.empty()) whole.resize(whole.size() - 2);
  if (fits(whole, 2)) return line(whole + "};");

  line(absl::StrCat(abslText(head), " = {"));
  for (std::size_t i = 0; i < items.size();) {
    std::string row = "    ";
    for (std::size_t n = 0; n < width && i < items.size(); ++n, ++i) {
      if (n != 0 && !fits(row, items[i].size() + 2)) break;
      absl::StrAppend(&row, n == 0 ? "" : " ", items[i], ",");
    }
    line(row);
  }
  line("};");
}

// Large schemas are mostly these, so the digits go straight to their place.
void Writer::bytes(std::string_view head, const std::vector<unsigned char>& bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  constexpr std::string_view kSeparated = "0x00, ";
  const std::size_t width = bytes.size() * kSeparated.size();
  const bool isOneLine = fits(head, std::string_view(" = {").size() + width);
  text_.append(indentation_, ' ').append(head).append(isOneLine ? " = {" : " = {\n");
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (!isOneLine && i % kBytesPerWord == 0) text_.append(indentation_ + 4, ' ');
    const bool endsLine = !isOneLine && (i + 1) % kBytesPerWord == 0;
    const char item[] = {
        '0', 'x', kDigits[bytes[i] >> 4], kDigits[bytes[i] & 15], ',', endsLine ? '\n' : ' '};
    const bool isLast = isOneLine && i + 1 == bytes.size();
    text_.append(item, isLast ? 4 : sizeof(item));
  }
  text_.append("};\n");
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
