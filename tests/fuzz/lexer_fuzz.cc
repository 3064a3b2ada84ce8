// SPDX-License-Identifier: Apache-2.0
// The schema compiler's lexer: tokens lie in the text, in order, and speak of texts that exist.
#include <cstddef>
#include <cstdint>
#include <string>

#include "tools/compiler/comment_table.h"
#include "tools/compiler/lexer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace capstan::compiler;
  SourceFile file("fuzz.capnp", std::string(reinterpret_cast<const char*>(data), size));
  Diagnostics diagnostics;
  TokenList list = lex(file, diagnostics);
  std::uint32_t end = 0;
  for (const Token& token : list.tokens) {
    bool inOrder = token.range.begin >= end && token.range.end >= token.range.begin;
    if (!inOrder || token.range.end > size) __builtin_trap();
    bool isNumber = token.kind == TokenKind::kInteger || token.kind == TokenKind::kFloat;
    std::size_t numbers =
        token.kind == TokenKind::kFloat ? list.reals.size() : list.integers.size();
    if (token.index >= (isNumber ? numbers : list.texts.size())) __builtin_trap();
    end = token.range.end;
  }
  if (list.tokens.empty() || list.tokens.back().kind != TokenKind::kEnd) __builtin_trap();
  CommentTable comments(file, list);
  for (const Comment& comment : comments.all()) {
    if (!comment.text.starts_with('#')) __builtin_trap();
  }
  for (const Finding& finding : diagnostics.findings()) {
    if (finding.range.end > size || formatWithSource(finding).empty()) __builtin_trap();
  }
  return 0;
}
