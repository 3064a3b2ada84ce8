// SPDX-License-Identifier: Apache-2.0
// Expressions: names, types and values, which share one syntax.
#pragma once

#include "tools/compiler/ast.h"
#include "tools/compiler/token_reader.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

class ExpressionParser {
 public:
  explicit ExpressionParser(TokenReader& reader) : reader_(reader) {}

  // Returns: null after an error.
  ExpressionPtr parse();

  // The annotation uses at the reader, which may be none. Returns: false after an error.
  bool parseAnnotations(std::vector<AnnotationUse>& out);
  // Requires: the reader stands before a '$'.
  bool parseAnnotation(std::vector<AnnotationUse>& out);

 private:
  ExpressionPtr parsePrimary();
  ExpressionPtr parseNumber(bool negative, std::uint32_t begin);
  ExpressionPtr parseText(TokenKind kind);
  ExpressionPtr parsePath(ExpressionKind kind);
  ExpressionPtr parseName(ExpressionKind kind, std::uint32_t begin);
  ExpressionPtr parseSuffixes(ExpressionPtr base);
  bool parseItems(std::vector<Item>& items, TokenKind close, bool mayHaveNames);
  bool parseItem(std::vector<Item>& items, bool mayHaveNames);

  TokenReader& reader_;
  int depth_ = 0;
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler
