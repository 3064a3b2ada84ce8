// SPDX-License-Identifier: Apache-2.0
// The literals of the schema language: numbers, strings, binary.
//
// Each function starts at the literal's first character and leaves the reader behind its last one.
// After an error the literal still has a value, so that the parser goes on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "tools/compiler/char_reader.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Decimal, 0x hexadecimal, 0 octal, or decimal with a fraction or exponent.
// Requires: a digit, and not the start of a binary literal.
std::variant<std::uint64_t, double> readNumber(CharReader& reader);

// "...", with escapes. Requires: a double quote.
// Returns: nothing if the literal is not closed; readBinary() too.
std::optional<std::string> readQuotedString(CharReader& reader);

// The rest of the line after a backtick, and a line feed. Requires: a backtick.
std::string readLineString(CharReader& reader);

// 0x"01 ff ...". Requires: that beginning.
std::optional<std::string> readBinary(CharReader& reader);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
