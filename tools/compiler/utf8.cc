// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/utf8.h"

#include <cstdint>

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

unsigned byteAt(std::string_view text, std::size_t index) {
  return static_cast<unsigned char>(text[index]);
}

// The range that the second byte of a character is in, given the first: it excludes forms that are
// too long, surrogates, and what is above U+10FFFF.
bool secondByteFits(unsigned first, unsigned second) {
  unsigned low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
  unsigned high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
  return second >= low && second <= high;
}

bool isControl(std::string_view character) {
  unsigned first = byteAt(character, 0);
  if (character.size() == 1) return (first < 0x20 && first != '\t') || first == 0x7f;
  return first == 0xc2 && byteAt(character, 1) < 0xa0;
}

}  // namespace

std::size_t codePointSize(std::string_view text) {
  if (text.empty()) return 0;
  unsigned first = byteAt(text, 0);
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  std::size_t size = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (text.size() < size || !secondByteFits(first, byteAt(text, 1))) return 0;
  for (std::size_t i = 2; i < size; ++i) {
    if ((byteAt(text, i) & 0xc0) != 0x80) return 0;
  }
  return size;
}

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    std::size_t size = codePointSize(text);
    std::string_view character = text.substr(0, size == 0 ? 1 : size);
    if (size == 0 || isControl(character)) {
      out += '?';
    } else {
      out += character;
    }
    text.remove_prefix(character.size());
  }
  return out;
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
