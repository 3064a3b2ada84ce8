// SPDX-License-Identifier: Apache-2.0
// A cursor over the tokens of a file, with the ways to report and to skip what does not parse.
//
// Parse functions return false (or null) after they reported an error; their callers pass that on
// to the statement, which skips to its end. So a statement gives at most one syntax error.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "tools/compiler/ast.h"
#include "tools/compiler/diagnostics.h"
#include "tools/compiler/token.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

class TokenReader {
 public:
  TokenReader(const SourceFile& file, const TokenList& list, Diagnostics& diagnostics)
      : file_(file), list_(list), diagnostics_(diagnostics) {}

  // The current token, or one behind it; kEnd past the end.
  const Token& peek(std::size_t ahead = 0) const {
    return list_.tokens[std::min(index_ + ahead, list_.tokens.size() - 1)];
  }
  bool at(TokenKind kind) const { return peek().kind == kind; }
  bool atOperator(std::string_view text, std::size_t ahead = 0) const {
    return isAt(TokenKind::kOperator, text, ahead);
  }
  bool atKeyword(std::string_view text, std::size_t ahead = 0) const {
    return isAt(TokenKind::kIdentifier, text, ahead);
  }

  std::string_view textOf(const Token& token) const { return file_.text(token.range); }
  const std::string& stringOf(const Token& token) const { return list_.texts[token.textIndex]; }

  // Returns: the token that was current. The last token, kEnd, stays current.
  const Token& take();
  // Takes the current token if it is the one asked for.
  bool takeIf(TokenKind kind);
  bool takeIfOperator(std::string_view text);

  // Like the above, but reports what is missing.
  bool expect(TokenKind kind, std::string_view what);
  bool expectOperator(std::string_view text);
  bool expectIdentifier(Name& name, std::string_view what);

  // Tells whether the current token is on a later line than the one before it.
  bool startsLine() const;

  // Where the last token taken ends.
  std::uint32_t previousEnd() const { return previousEnd_; }
  ByteRange rangeFrom(std::uint32_t begin) const;

  // Stays silent at a token that the lexer has reported: what is missing there is what it was meant
  // to be.
  void error(ByteRange range, std::string text);
  // Reports the current token; `what` says what should stand here instead.
  void unexpected(std::string_view what);
  // Returns: a token as messages show it: not all of a long one; the end of the file in words.
  std::string shown(const Token& token) const;

  // Skips to behind the statement's end: a semicolon, or a block and its closing brace. Stops
  // before the brace that closes the block around the statement. Cost: linear, no recursion.
  void skipStatement();
  // Skips to behind the brace that closes the block whose open brace was just taken.
  void skipBlock();

 private:
  bool isAt(TokenKind kind, std::string_view text, std::size_t ahead) const {
    const Token& token = peek(ahead);
    return token.kind == kind && token.range.end - token.range.begin == text.size() &&
           textOf(token) == text;
  }

  const SourceFile& file_;
  const TokenList& list_;
  Diagnostics& diagnostics_;
  std::size_t index_ = 0;
  std::uint32_t previousEnd_ = 0;
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler
