// SPDX-License-Identifier: Apache-2.0
// What the lexer makes of a file: a flat list of tokens.
//
// The list always ends with one kEnd token, whose range is the empty one at the end of the file, so
// that a parser may look at the current token without asking whether there is one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tools/compiler/source_file.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

enum class TokenKind : std::uint8_t {
  kEnd,
  kIdentifier,
  kInteger,   // `integer` holds the value
  kFloat,     // `real` holds the value
  kString,    // `textIndex` tells the unescaped bytes
  kBinary,    // 0x"...": `textIndex` tells the bytes
  kOperator,  // one of the operators that the language has
  kOpenParen,
  kCloseParen,
  kOpenBracket,
  kCloseBracket,
  kOpenBrace,
  kCloseBrace,
  kComma,
  kSemicolon,
  kInvalid,  // something that has been reported
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  ByteRange range;
  // Of kString and kBinary: the place in TokenList::texts. Of kSemicolon, kOpenBrace, kCloseBrace:
  // that of the doc comment which follows; 0 if there is none.
  std::uint32_t textIndex = 0;
  union {
    std::uint64_t integer = 0;
    double real;
  };
};

struct TokenList {
  std::vector<Token> tokens;
  // Unescaped strings and doc comments. The first is always empty.
  std::vector<std::string> texts = {""};
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler
