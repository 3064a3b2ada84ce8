// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/token_reader.h"

#include <algorithm>
#include <utility>

namespace capstan::inline CAPSTAN_ABI::compiler {

bool TokenReader::expect(TokenKind kind, std::string_view what) {
  if (takeIf(kind)) return true;
  unexpected(what);
  return false;
}

bool TokenReader::expectIdentifier(Name& name, std::string_view what) {
  if (!at(TokenKind::kIdentifier)) {
    unexpected(what);
    return false;
  }
  const Token& token = take();
  name = {textOf(token), token.range};
  return true;
}

bool TokenReader::startsLine() const {
  std::uint32_t begin = peek().range.begin;
  if (begin <= previousEnd_) return false;
  return file_.text({previousEnd_, begin}).find('\n') != std::string_view::npos;
}

ByteRange TokenReader::rangeFrom(std::uint32_t begin) const {
  return {begin, std::max(begin, previousEnd_)};
}

void TokenReader::error(ByteRange range, std::string text) {
  const Token& next = peek(1);
  bool followsCutLiteral = next.kind == TokenKind::kInvalid && next.range.begin == next.range.end;
  if (at(TokenKind::kInvalid) || followsCutLiteral) return;
  diagnostics_.error(file_, range, std::move(text));
}

void TokenReader::unexpected(std::string_view what) {
  const Token& token = peek();
  std::string expected = "expected " + std::string(what);
  if (token.kind == TokenKind::kEnd) {
    error({previousEnd_, previousEnd_}, expected + " before the end of the file");
    return;
  }
  error(token.range, expected + ", found '" + shown(token) + "'");
}

std::string TokenReader::shown(const Token& token) const {
  constexpr std::size_t kShown = 24;
  std::string_view text = textOf(token);
  std::string_view line = text.substr(0, std::min(text.find('\n'), kShown));
  return line.size() == text.size() ? std::string(line) : std::string(line) + "...";
}

void TokenReader::skipStatement() {
  while (!at(TokenKind::kEnd) && !at(TokenKind::kCloseBrace)) {
    TokenKind kind = take().kind;
    if (kind == TokenKind::kSemicolon) return;
    if (kind == TokenKind::kOpenBrace) return skipBlock();
  }
}

void TokenReader::skipBlock() {
  for (std::size_t depth = 1; depth > 0 && !at(TokenKind::kEnd);) {
    TokenKind kind = take().kind;
    if (kind == TokenKind::kOpenBrace) ++depth;
    if (kind == TokenKind::kCloseBrace) --depth;
  }
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
