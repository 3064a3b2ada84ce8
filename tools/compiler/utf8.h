// SPDX-License-Identifier: Apache-2.0
// What messages and lines of text need to know of UTF-8. Any bytes are taken.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Counts characters: all bytes but those that continue one.
constexpr std::size_t codePointCount(std::string_view text) {
  std::size_t count = 0;
  for (char c : text) count += (static_cast<unsigned char>(c) & 0xc0) != 0x80 ? 1 : 0;
  return count;
}

// Returns: how many bytes of the well-formed character at the start of a text belong together; 0 if
// it is not well-formed or the text is empty.
std::size_t codePointSize(std::string_view text);

// Returns: the text with '?' for all that is not a printable character of UTF-8, so that text from
// a stranger's file does not steer a terminal. Tabs stay.
std::string printable(std::string_view text);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
