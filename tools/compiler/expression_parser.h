// SPDX-License-Identifier: Apache-2.0
// Expressions: names, types and values, which share one syntax.
#pragma once

#include "tools/compiler/ast.h"
#include "tools/compiler/token_reader.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

class ExpressionParser {
 public:
  ExpressionParser(TokenReader& reader, SyntaxArena& arena) : reader_(reader), arena_(arena) {}

  // Returns: null after an error.
  ExpressionPtr parse();

  // The annotation uses at the reader, which may be none. Returns: false after an error.
  bool parseAnnotations(SyntaxList<AnnotationUse>& out);
  // Requires: the reader stands before a '$'.
  bool parseAnnotation(SyntaxList<AnnotationUse>& out);

 private:
  ExpressionPtr make(ExpressionKind kind, ByteRange range);
  ExpressionPtr parsePrimary();
  ExpressionPtr parseNumber(bool negative, std::uint32_t begin);
  ExpressionPtr parseText(TokenKind kind);
  ExpressionPtr parsePath(ExpressionKind kind);
  ExpressionPtr parseName(ExpressionKind kind, std::uint32_t begin);
  ExpressionPtr parseSuffixes(ExpressionPtr base);
  bool parseItems(SyntaxList<Item>& items, TokenKind close, bool mayHaveNames);
  bool parseItem(SyntaxList<Item>& items, bool mayHaveNames);

  TokenReader& reader_;
  SyntaxArena& arena_;
  int depth_ = 0;
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler
