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
      : file_(file),
        list_(list),
        diagnostics_(diagnostics),
        current_(list.tokens.data()),
        last_(&list.tokens.back()) {}

  // The current token, or one behind it; kEnd past the end.
  const Token& peek(std::ptrdiff_t ahead = 0) const {
    return ahead < last_ - current_ ? current_[ahead] : *last_;
  }
  bool at(TokenKind kind) const { return current_->kind == kind; }
  bool nextIs(TokenKind kind) const { return peek(1).kind == kind; }
  bool atKeyword(std::string_view text) const {
    return at(TokenKind::kIdentifier) && textOf(*current_) == text;
  }

  std::string_view textOf(const Token& token) const { return file_.text(token.range); }
  // The values of literals. Requires: the token is of that kind; stringOf() also takes what a doc
  // comment can follow.
  std::uint64_t integerOf(const Token& token) const { return list_.integers[token.index]; }
  double realOf(const Token& token) const { return list_.reals[token.index]; }
  const std::string& stringOf(const Token& token) const { return list_.texts[token.index]; }

  // Returns: the token that was current. The last token, kEnd, stays current.
  const Token& take() {
    const Token& token = *current_;
    if (current_ != last_) {
      ++current_;
      previousEnd_ = token.range.end;
    }
    return token;
  }
  // Takes the current token if it is of the kind asked for.
  bool takeIf(TokenKind kind) {
    bool is = at(kind);
    if (is) take();
    return is;
  }

  // Like the above, but reports what is missing.
  bool expect(TokenKind kind, std::string_view what);
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
  const SourceFile& file_;
  const TokenList& list_;
  Diagnostics& diagnostics_;
  const Token* current_;
  const Token* last_;  // of kind kEnd
  std::uint32_t previousEnd_ = 0;
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler
