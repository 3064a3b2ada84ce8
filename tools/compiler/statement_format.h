// SPDX-License-Identifier: Apache-2.0
// The layout of one statement: which tokens stand together, and where lines may break.
//
// A statement is on one line if it fits. If not, it breaks before annotations, before `->`, behind
// `=`, and inside of brackets; there each item has a line of its own, but short names and numbers
// share lines. A comma behind the last item asks for the latter in any case.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "tools/compiler/comment_table.h"
#include "tools/compiler/line_layout.h"
#include "tools/compiler/source_file.h"
#include "tools/compiler/token.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

class StatementFormat {
 public:
  StatementFormat(const SourceFile& file, const TokenList& list, const CommentTable& comments,
                  LineLayout& layout)
      : file_(file), list_(list), comments_(comments), layout_(layout) {}

  // Adds the tokens [begin, end), the last of which is the statement's ';' or '{'. Comments before
  // the first one are not added.
  // Requires: the statement was parsed without an error.
  void add(std::size_t begin, std::size_t end);

 private:
  const Token& token(std::size_t index) const { return list_.tokens[index]; }
  TokenKind kind(std::size_t index) const { return list_.tokens[index].kind; }
  std::string_view text(std::size_t index) const { return file_.text(token(index).range); }
  bool isOpenBracket(std::size_t index) const {
    return kind(index) == TokenKind::kOpenParen || kind(index) == TokenKind::kOpenBracket;
  }
  bool isLineString(std::size_t index) const;
  void findCloses(std::size_t begin, std::size_t end);

  // Tokens of a statement or of an item: [begin, end). Comments before the first are not added.
  void addSequence(std::size_t begin, std::size_t end);
  void addPart(std::size_t& index, std::size_t begin, std::size_t end);
  void addToken(std::size_t index, std::size_t begin);
  void addBinary(std::string_view literal);
  void addStrings(std::size_t& index, std::size_t end);
  void addCommentsInside(std::size_t index);
  PieceStyle styleOfValue(std::size_t index) const;
  bool hasSpaceBefore(std::size_t index) const;
  bool isTargetList(std::size_t index) const;

  void addBrackets(std::size_t open, std::size_t close);
  void addItemComments(std::size_t index, bool isFirst);
  void addComma(std::size_t comma, std::size_t close, bool fills);
  bool mayFill(std::size_t open, std::size_t close) const;
  std::size_t itemEnd(std::size_t begin, std::size_t close) const;

  const SourceFile& file_;
  const TokenList& list_;
  const CommentTable& comments_;
  LineLayout& layout_;
  std::size_t first_ = 0;            // the statement's first token
  std::vector<std::size_t> closes_;  // of a token that opens brackets: which one closes them
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler
