// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/formatter.h"

#include <algorithm>

#include "tools/compiler/char_reader.h"
#include "tools/compiler/comment_table.h"
#include "tools/compiler/lexer.h"
#include "tools/compiler/line_layout.h"
#include "tools/compiler/parser.h"
#include "tools/compiler/statement_format.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

// Lays out the blocks of a file, statement by statement.
class FileFormat {
 public:
  FileFormat(const SourceFile& file, const TokenList& list)
      : file_(file), list_(list), comments_(file, list) {}

  std::string run() {
    std::size_t i = 0;
    while (kind(i) != TokenKind::kEnd) {
      addGap(i);
      if (kind(i) == TokenKind::kCloseBrace) {
        layout_.text(file_.text(list_.tokens[i++].range));
        continue;
      }
      std::size_t end = statementEnd(i);
      StatementFormat(file_, list_, comments_, layout_).add(i, end);
      if (kind(end - 1) == TokenKind::kOpenBrace) layout_.indent();
      layout_.print();
      i = end;
    }
    addGap(i);
    return layout_.take();
  }

 private:
  TokenKind kind(std::size_t index) const { return list_.tokens[index].kind; }

  std::size_t statementEnd(std::size_t i) const {
    while (kind(i) != TokenKind::kSemicolon && kind(i) != TokenKind::kOpenBrace) ++i;
    return i + 1;
  }

  // What stands between two statements. A comment documents what ends on its line or the one
  // before, so empty lines before comments stay; others stay between statements only.
  void addGap(std::size_t index) {
    bool isFirst = index == 0;
    bool opens = !isFirst && kind(index - 1) == TokenKind::kOpenBrace;
    bool hasComments = !comments_.before(index).empty();
    for (const Comment& comment : comments_.before(index)) {
      if (comment.newlines == 0) {
        layout_.trailingComment(comment.text);
      } else {
        layout_.newline(comment.newlines > 1);
        layout_.text(comment.text);
      }
      layout_.newline();
    }
    if (kind(index) == TokenKind::kCloseBrace) {
      layout_.dedent();
      if (!opens || hasComments) layout_.newline();
    } else if (kind(index) != TokenKind::kEnd) {
      bool blank = comments_.newlinesBefore(index) > 1 && (!opens || hasComments);
      layout_.newline(blank);
    }
  }

  const SourceFile& file_;
  const TokenList& list_;
  CommentTable comments_;
  LineLayout layout_;
};

// Documentation without the spaces at the end of its lines.
std::string trimmedLines(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    while (!line.empty() && isInlineSpace(line.back())) line.remove_suffix(1);
    out.append(line).append("\n");
  }
  return out;
}

bool isSame(const SourceFile& fileA, const TokenList& a, const SourceFile& fileB,
            const TokenList& b) {
  if (a.tokens.size() != b.tokens.size()) return false;
  for (std::size_t i = 0; i < a.tokens.size(); ++i) {
    const Token& tokenA = a.tokens[i];
    const Token& tokenB = b.tokens[i];
    if (tokenA.kind != tokenB.kind) return false;
    bool sameText =
        tokenA.kind == TokenKind::kBinary || fileA.text(tokenA.range) == fileB.text(tokenB.range);
    const std::string& textA = a.textOf(tokenA);
    const std::string& textB = b.textOf(tokenB);
    if (!sameText || (textA != textB && trimmedLines(textA) != trimmedLines(textB))) return false;
  }
  return true;
}

bool hasSameComments(const CommentTable& a, const CommentTable& b) {
  if (a.all().size() != b.all().size()) return false;
  for (std::size_t i = 0; i < a.all().size(); ++i) {
    if (a.all()[i].text != b.all()[i].text) return false;
  }
  return true;
}

// Whether the formatted text says what the original says.
bool saysTheSame(const SourceFile& original, const TokenList& list, const std::string& formatted) {
  SourceFile copy(original.name(), formatted);
  Diagnostics diagnostics;
  TokenList again = lex(copy, diagnostics);
  return !diagnostics.hasErrors() && isSame(original, list, copy, again) &&
         hasSameComments(CommentTable(original, list), CommentTable(copy, again));
}

}  // namespace

std::optional<std::string> formatSchema(const SourceFile& file, Diagnostics& diagnostics) {
  std::size_t errorsBefore = diagnostics.errorCount();
  TokenList list = lex(file, diagnostics);
  parseTokens(file, list, diagnostics, diagnostics.errorCount() == errorsBefore);
  if (diagnostics.errorCount() > errorsBefore) return std::nullopt;
  std::string formatted = FileFormat(file, list).run();
  if (formatted.size() > SourceFile::kMaxBytes) {
    diagnostics.error(file, {0, 0}, "this file is too large for a schema once it is formatted");
    return std::nullopt;
  }
  if (saysTheSame(file, list, formatted)) return formatted;
  diagnostics.error(file, {0, 0}, "the formatter would change what this file says; left as it is");
  return std::nullopt;
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
