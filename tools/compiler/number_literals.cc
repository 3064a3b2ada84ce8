// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "absl/strings/numbers.h"
#include "capstan/base/absl_text.h"
#include "tools/compiler/literals.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

// Reads digits of a base; tells whether the value fits 64 bits.
bool readDigits(CharReader& reader, std::uint64_t base, std::uint64_t& value) {
  bool fits = true;
  for (;;) {
    int digit = hexDigitValue(reader.peek());
    if (digit < 0 || static_cast<std::uint64_t>(digit) >= base) return fits;
    auto unit = static_cast<std::uint64_t>(digit);
    fits = !__builtin_mul_overflow(value, base, &value) && fits;
    fits = !__builtin_add_overflow(value, unit, &value) && fits;
    reader.advance();
  }
}

// Tells whether the digits at the reader belong to a number with a fraction or an exponent.
bool looksLikeFloat(const CharReader& reader) {
  std::uint32_t ahead = 0;
  while (isDigit(reader.peek(ahead))) ++ahead;
  char c = reader.peek(ahead);
  return c == '.' || c == 'e' || c == 'E';
}

double readFloat(CharReader& reader) {
  std::uint32_t begin = reader.position();
  reader.skipAll(kDigits);
  if (reader.peek() == '.') {
    reader.advance();
    reader.skipAll(kDigits);
  }
  if (reader.peek() == 'e' || reader.peek() == 'E') {
    reader.advance();
    if (reader.peek() == '+' || reader.peek() == '-') reader.advance();
    if (!isDigit(reader.peek())) {
      reader.error(reader.rangeFrom(begin), "the exponent of this number has no digits");
    }
    reader.skipAll(kDigits);
  }
  double value = 0;
  // What is too close to zero becomes zero.
  if (absl::SimpleAtod(abslText(reader.textFrom(begin)), &value) && std::isinf(value)) {
    reader.warning(reader.rangeFrom(begin),
                   "this number is too large for a Float64 and becomes infinite");
  }
  return value;
}

std::uint64_t readInteger(CharReader& reader) {
  std::uint32_t begin = reader.position();
  std::uint64_t base = 10;
  if (reader.peek() == '0' && (reader.peek(1) == 'x' || reader.peek(1) == 'X')) {
    base = 16;
    reader.advance(2);
    if (hexDigitValue(reader.peek()) < 0) {
      reader.error(reader.rangeFrom(begin), "hexadecimal digits are missing after '0x'");
    }
  } else if (reader.peek() == '0') {
    base = 8;
  }
  std::uint64_t value = 0;
  bool fits = readDigits(reader, base, value);
  if (isDigit(reader.peek())) {
    reader.skipAll(kDigits);
    reader.error(reader.rangeFrom(begin),
                 "a number that begins with 0 is octal: its digits are 0 to 7");
  } else if (!fits) {
    reader.error(reader.rangeFrom(begin), "this integer does not fit 64 bits");
  }
  return value;
}

}  // namespace

std::variant<std::uint64_t, double> readNumber(CharReader& reader) {
  std::uint32_t begin = reader.position();
  std::variant<std::uint64_t, double> value;
  if (looksLikeFloat(reader)) {
    value = readFloat(reader);
  } else {
    value = readInteger(reader);
  }
  if (isIdentifierPart(reader.peek())) {
    reader.skipAll(kIdentifierParts);
    reader.error(reader.rangeFrom(begin), "this is neither a number nor a name");
  }
  return value;
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
