// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/source_excerpt.h"

#include <algorithm>
#include <string_view>

#include "tools/compiler/utf8.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

// What is shown of a line, in bytes: before the range, and in all.
constexpr std::size_t kShownBefore = 70;
constexpr std::size_t kShown = 110;

constexpr std::string_view kCut = "...";

bool continuesCharacter(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

// Moves a place in a text to the start of a character.
std::size_t characterStart(std::string_view text, std::size_t at) {
  while (at > 0 && at < text.size() && continuesCharacter(text[at])) --at;
  return at;
}

// Blanks as wide as a text: tabs for tabs, one space for any other character.
std::string blanksFor(std::string_view printed) {
  std::string out;
  for (char c : printed) {
    if (!continuesCharacter(c)) out += c == '\t' ? '\t' : ' ';
  }
  return out;
}

}  // namespace

std::string sourceExcerpt(const SourceFile& file, ByteRange range) {
  std::string_view text = file.text();
  std::size_t lineBegin = range.begin - (file.locate(range.begin).column - 1);
  std::size_t lineEnd = std::min(text.find('\n', range.begin), text.size());
  std::string_view line = text.substr(lineBegin, lineEnd - lineBegin);
  if (line.ends_with('\r')) line.remove_suffix(1);
  std::size_t markBegin = std::min<std::size_t>(range.begin - lineBegin, line.size());
  std::size_t markEnd = std::clamp<std::size_t>(range.end - lineBegin, markBegin, line.size());

  std::size_t cutBegin = 0;
  if (line.size() > kShown && markBegin > kShownBefore) {
    cutBegin = characterStart(line, markBegin - kShownBefore);
  }
  std::size_t cutEnd = characterStart(line, std::min(line.size(), cutBegin + kShown));
  markEnd = std::clamp(markEnd, markBegin, std::max(markBegin, cutEnd));
  std::string before = cutBegin > 0 ? std::string(kCut) : "";
  before += printable(line.substr(cutBegin, markBegin - cutBegin));
  std::string marked = printable(line.substr(markBegin, markEnd - markBegin));
  std::string after = printable(line.substr(markEnd, std::max(cutEnd, markEnd) - markEnd));
  if (cutEnd < line.size()) after += kCut;

  std::size_t width = std::max<std::size_t>(codePointCount(marked), 1);
  return "\n" + before + marked + after + "\n" + blanksFor(before) + "^" +
         std::string(width - 1, '~');
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
