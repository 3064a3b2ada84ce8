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
  kInteger,
  kFloat,
  kString,
  kBinary,  // 0x"..."
  kAt,
  kBang,
  kColon,
  kDollar,
  kDot,
  kEquals,
  kMinus,
  kStar,
  kArrow,
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

constexpr bool isOperator(TokenKind kind) {
  return kind >= TokenKind::kAt && kind <= TokenKind::kArrow;
}

// A file has thousands: what few tokens have stands beside them.
struct Token {
  TokenKind kind = TokenKind::kEnd;
  ByteRange range;
  // Where a literal's value is: of kInteger in TokenList::integers, of kFloat in `reals`, of
  // kString (unescaped) and kBinary in `texts`. There too, of kSemicolon, kOpenBrace and
  // kCloseBrace, the doc comment which follows; 0 if there is none.
  std::uint32_t index = 0;
};
static_assert(sizeof(Token) == 16);

struct TokenList {
  std::vector<Token> tokens;
  std::vector<std::uint64_t> integers;
  std::vector<double> reals;
  // The first is always empty.
  std::vector<std::string> texts = {""};

  // Returns: an empty one for a token that has none.
  const std::string& textOf(const Token& token) const {
    bool isNumber = token.kind == TokenKind::kInteger || token.kind == TokenKind::kFloat;
    return texts[isNumber ? 0 : token.index];
  }
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler
