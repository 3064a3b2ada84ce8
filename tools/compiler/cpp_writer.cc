// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/cpp_writer.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "capstan/base/units.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

namespace {

// How much is passed on at a time. It stays in the processor's cache; fresh memory for a whole file
// takes longer than writing it.
constexpr std::size_t kChunkBytes = std::size_t{128} << 10;

// Takes the next line off `text`.
std::string_view takeLine(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

// -------------------------------------------------------------------------------------------------
// Comments

// The bytes E2 80 AA..AE and E2 81 A6..A9 are the characters that turn the direction of text round.
bool turnsDirection(std::string_view text) {
  if (text.size() < 3 || text[0] != '\xe2') return false;
  if (text[1] == '\x80') return text[2] >= '\xaa' && text[2] <= '\xae';
  return text[1] == '\x81' && text[2] >= '\xa6' && text[2] <= '\xa9';
}

bool isControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == '\x7f'; }

// Tells whether all characters are printable ASCII; looks at eight at a time.
bool isPlain(std::string_view text) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  constexpr std::uint64_t kTops = 0x80 * kOnes;
  std::uint64_t found = 0;
  while (!text.empty()) {
    std::uint64_t chars = 0x20 * kOnes;
    const std::size_t size = std::min(text.size(), sizeof(chars));
    std::memcpy(&chars, text.data(), size);
    // A top bit: of a character beyond ASCII, below 0x20, or 0x7f.
    found |= chars | (chars - 0x20 * kOnes) | (chars + kOnes);
    text.remove_prefix(size);
  }
  return (found & kTops) == 0;
}

// Copies text without what a compiler takes for something else. Returns: the end of the copy.
char* putCleaned(char* to, std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (turnsDirection(text.substr(i))) {
      *to++ = '?';
      i += 2;
    } else {
      *to++ = isControl(text[i]) ? ' ' : text[i];
    }
  }
  return to;
}

// Copies what a compiler may see of one line of a comment that begins at `line`.
char* putSafely(char* line, std::string_view text) {
  char* to = isPlain(text) ? put(line, text) : putCleaned(line, text);
  while (to != line && (to[-1] == ' ' || to[-1] == '\\')) --to;
  if (std::string_view(line, static_cast<std::size_t>(to - line)).ends_with("?\?/")) *to++ = '.';
  return to;
}

// -------------------------------------------------------------------------------------------------
// Bytes

// A byte in a string literal, in as few characters as it needs.
struct alignas(8) Escape {
  char text[4];
  std::uint8_t size;
  bool isDigit;
  bool isOpen;  // a digit behind it would be one of its own
};

constexpr Escape octalEscape(unsigned char byte) {
  Escape escape = {{'\\'}, 1, false, byte < 0100};
  const auto digit = [&](int shift) {
    escape.text[escape.size++] = static_cast<char>('0' + ((byte >> shift) & 7));
  };
  if (byte >= 0100) digit(6);
  if (byte >= 010) digit(3);
  digit(0);
  return escape;
}

constexpr Escape escapeOf(unsigned char byte) {
  const char c = static_cast<char>(byte);
  if (c == '"' || c == '\\' || c == '?') return {{'\\', c}, 2, false, false};  // "??" is special
  if (byte < 0x20 || byte >= 0x7f) return octalEscape(byte);
  return {{c}, 1, c >= '0' && c <= '7', false};
}

constexpr auto kEscapes = [] {
  std::array<Escape, 256> escapes{};
  for (std::size_t i = 0; i < escapes.size(); ++i) {
    escapes[i] = escapeOf(static_cast<unsigned char>(i));
  }
  return escapes;
}();

// A third of the words of a schema are nothing else.
bool isZeroWord(std::span<const unsigned char> bytes) {
  std::uint64_t word = 0;
  if (bytes.size() != sizeof(word)) return false;
  std::memcpy(&word, bytes.data(), sizeof(word));
  return word == 0;
}

// Writes bytes of a string literal. `isOpen` tells of what stands before them, then of their end.
char* putEscaped(char* to, std::span<const unsigned char> bytes, bool& isOpen) {
  if (isZeroWord(bytes)) {
    isOpen = true;
    return put(to, R"(\0\0\0\0\0\0\0\0)");
  }
  bool wasOpen = isOpen;
  for (const unsigned char byte : bytes) {
    Escape escape = kEscapes[byte];
    if (wasOpen && escape.isDigit) [[unlikely]]
      escape = octalEscape(byte);
    std::memcpy(to, escape.text, sizeof(escape.text));
    to += escape.size;
    wasOpen = escape.isOpen;
  }
  isOpen = wasOpen;
  return to;
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

// -------------------------------------------------------------------------------------------------
// Room

void Writer::makeRoom(std::size_t chars) {
  if (files_ != nullptr) passOn();
  if (capacity_ - size_ >= chars) return;
  capacity_ = std::max({2 * capacity_, size_ + chars, kChunkBytes});
  auto larger = std::make_unique_for_overwrite<char[]>(capacity_);
  put(larger.get(), kept());
  text_ = std::move(larger);
}

void Writer::passOn() {
  if (status_.ok() && !empty()) status_ = files_->write(kept());
  size_ = 0;
}

void Writer::beginFile(std::string_view path) {
  if (status_.ok()) status_ = files_->begin(path);
}

absl::Status Writer::endFile() {
  passOn();
  return status_;
}

// -------------------------------------------------------------------------------------------------
// Lines

void Writer::comment(std::string_view text) {
  constexpr std::string_view kBegin = "// ";
  while (text.ends_with('\n')) text.remove_suffix(1);
  while (!text.empty()) {
    const std::string_view each = takeLine(text);
    // A character may be added, and the line's end.
    char* const line = put(indented(room(indentation_ + kBegin.size() + each.size() + 2)), kBegin);
    char* to = putSafely(line, each);
    if (to == line) --to;  // nothing stands behind the space
    *to++ = '\n';
    end(to);
  }
}

char* Writer::insert(char* at, const char* end, std::string_view lineBreak) const {
  const auto tail = static_cast<std::size_t>(end - at);
  const std::size_t size = lineBreak.size() + indentation_;
  std::memmove(at + size, at, tail);
  std::fill_n(put(at, lineBreak), indentation_, ' ');
  return at + size + tail;
}

// -------------------------------------------------------------------------------------------------
// Functions

std::size_t Writer::breakPoint(std::string_view text) {
  const std::size_t call = text.find(">(");
  return call != std::string_view::npos ? call + 2 : text.find('(') + 1;
}

void Writer::functionOf(std::string_view result, std::string_view signature,
                        const Parts& statements) {
  if (statements.size() == 1) return function(result, text(signature), text(statements[0]));
  line(result, " ", signature, " {");
  indent();
  for (std::size_t i = 0; i < statements.size(); ++i) statement(text(statements[i]));
  outdent();
  line("}");
}

// -------------------------------------------------------------------------------------------------
// Lists and bytes

void Writer::itemsInLine(const Parts& items) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i != 0) writeText(", ");
    writeText(items[i]);
  }
  writeText("};\n");
}

void Writer::itemsInLines(const Parts& items, std::size_t width) {
  constexpr std::string_view kBegin = "    ";
  for (std::size_t i = 0; i < items.size();) {
    end(put(indented(room(indentation_ + kBegin.size())), kBegin));
    std::size_t column = kBegin.size();
    for (std::size_t n = 0; n < width && i < items.size(); ++n, ++i) {
      if (n != 0 && !fits(column + items[i].size() + 2)) break;
      if (n != 0) writeText(" ");
      writeText(items[i]);
      writeText(",");
      column += items[i].size() + (n == 0 ? 1 : 2);
    }
    line();
  }
  line("};");
}

void Writer::bytesOf(std::span<const unsigned char> bytes) {
  // The array's last byte is the zero that ends a literal. Longer ones are not portable.
  constexpr std::size_t kMaxLiteralBytes = 65'535;
  if (!bytes.empty() && bytes.back() == 0 && bytes.size() <= kMaxLiteralBytes) {
    writeText(" =\n");
    byteLiteral(bytes.first(bytes.size() - 1));
  } else {
    writeText(" = {\n");
    byteList(bytes);
  }
}

// Large schemas are mostly these, so each byte goes straight to its place.
void Writer::byteLiteral(std::span<const unsigned char> bytes) {
  constexpr std::size_t kMaxWordChars = kBytesPerWord * sizeof(Escape::text);
  // Whole words stand in a line, as long as one that is all escapes fits.
  constexpr std::size_t kLastColumn = kColumns - kMaxWordChars - std::string_view("\";").size();
  do {
    char* const begin = room(2 * kColumns + indentation_);
    char* to = put(indented(begin), "    \"");
    bool isOpen = false;
    while (!bytes.empty() && static_cast<std::size_t>(to - begin) <= kLastColumn) {
      const auto word = bytes.first(std::min(bytes.size(), kBytesPerWord));
      to = putEscaped(to, word, isOpen);
      bytes = bytes.subspan(word.size());
    }
    end(put(to, bytes.empty() ? "\";\n" : "\"\n"));
  } while (!bytes.empty());
}

void Writer::byteList(std::span<const unsigned char> bytes) {
  constexpr std::size_t kIndentation = 4;
  while (!bytes.empty()) {
    const auto word = bytes.first(std::min(bytes.size(), kBytesPerWord));
    char* to = indented(room(indentation_ + kIndentation + word.size() * kByteChars));
    to = put(to, kSpaces.substr(0, kIndentation));
    for (const unsigned char byte : word) {
      std::memcpy(to, kByteItems[byte].data(), kStoredChars);
      to += kByteChars;
    }
    to[-1] = '\n';
    end(to);
    bytes = bytes.subspan(word.size());
  }
  line("};");
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
