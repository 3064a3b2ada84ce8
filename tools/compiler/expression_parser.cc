// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/expression_parser.h"

#include <string>

namespace capstan::inline CAPSTAN_ABI::compiler {

ExpressionPtr ExpressionParser::make(ExpressionKind kind, ByteRange range) {
  auto* expression = arena_.make<Expression>();
  expression->kind = kind;
  expression->range = range;
  expression->textRange = range;
  return expression;
}

ExpressionPtr ExpressionParser::parse() {
  if (depth_ >= kMaxNesting) {
    reader_.error(reader_.peek().range, "expressions are nested too deeply here; at most " +
                                            std::to_string(kMaxNesting) + " levels are possible");
    return nullptr;
  }
  ++depth_;
  ExpressionPtr expression = parsePrimary();
  if (expression != nullptr) expression = parseSuffixes(expression);
  --depth_;
  return expression;
}

ExpressionPtr ExpressionParser::parsePrimary() {
  const Token& token = reader_.peek();
  std::uint32_t begin = token.range.begin;
  switch (token.kind) {
    case TokenKind::kInteger:
    case TokenKind::kFloat:
      return parseNumber(false, begin);
    case TokenKind::kString:
    case TokenKind::kBinary:
      return parseText(token.kind);
    case TokenKind::kIdentifier: {
      bool path = reader_.nextIs(TokenKind::kString);
      if (path && reader_.atKeyword("import")) return parsePath(ExpressionKind::kImport);
      if (path && reader_.atKeyword("embed")) return parsePath(ExpressionKind::kEmbed);
      return parseName(ExpressionKind::kName, begin);
    }
    case TokenKind::kOpenParen:
    case TokenKind::kOpenBracket: {
      bool tuple = token.kind == TokenKind::kOpenParen;
      reader_.take();
      ExpressionPtr out = make(tuple ? ExpressionKind::kTuple : ExpressionKind::kList, {});
      TokenKind close = tuple ? TokenKind::kCloseParen : TokenKind::kCloseBracket;
      if (!parseItems(out->items, close, tuple)) return nullptr;
      out->range = reader_.rangeFrom(begin);
      // One item in parentheses is that item.
      bool grouped = tuple && out->items.size() == 1 && !out->items[0].name.has_value();
      return grouped ? out->items[0].value : out;
    }
    default:
      break;
  }
  if (reader_.takeIf(TokenKind::kDot)) return parseName(ExpressionKind::kAbsoluteName, begin);
  if (reader_.takeIf(TokenKind::kMinus)) return parseNumber(true, begin);
  reader_.unexpected("a name or value");
  return nullptr;
}

ExpressionPtr ExpressionParser::parseNumber(bool negative, std::uint32_t begin) {
  if (negative && reader_.atKeyword("inf")) {
    reader_.take();
    ExpressionPtr out = make(ExpressionKind::kFloat, reader_.rangeFrom(begin));
    out->real = -__builtin_huge_val();
    return out;
  }
  if (!reader_.at(TokenKind::kInteger) && !reader_.at(TokenKind::kFloat)) {
    reader_.unexpected("a number after '-'");
    return nullptr;
  }
  const Token& token = reader_.take();
  ExpressionPtr out = make(ExpressionKind::kFloat, reader_.rangeFrom(begin));
  if (token.kind == TokenKind::kFloat) {
    const double value = reader_.realOf(token);
    out->real = negative ? -value : value;
  } else {
    out->kind = negative ? ExpressionKind::kNegativeInteger : ExpressionKind::kInteger;
    out->integer = reader_.integerOf(token);
  }
  return out;
}

// Literals that follow each other are one.
ExpressionPtr ExpressionParser::parseText(TokenKind kind) {
  ExpressionPtr out =
      make(kind == TokenKind::kString ? ExpressionKind::kString : ExpressionKind::kBinary,
           reader_.peek().range);
  std::string text = reader_.stringOf(reader_.take());
  while (kind == TokenKind::kString && reader_.at(kind)) text += reader_.stringOf(reader_.take());
  out->text = arena_.copy(text);
  out->range = reader_.rangeFrom(out->range.begin);
  return out;
}

ExpressionPtr ExpressionParser::parsePath(ExpressionKind kind) {
  std::uint32_t begin = reader_.take().range.begin;
  ExpressionPtr out = make(kind, reader_.peek().range);
  out->text = arena_.copy(reader_.stringOf(reader_.take()));
  out->range = reader_.rangeFrom(begin);
  return out;
}

ExpressionPtr ExpressionParser::parseName(ExpressionKind kind, std::uint32_t begin) {
  Name name;
  if (!reader_.expectIdentifier(name, "a name")) return nullptr;
  ExpressionPtr out = make(kind, reader_.rangeFrom(begin));
  out->text = name.text;
  out->textRange = name.range;
  return out;
}

// Long chains of members and applications nest to the left: they count as levels too.
ExpressionPtr ExpressionParser::parseSuffixes(ExpressionPtr base) {
  for (int count = 0;; ++count) {
    bool member = reader_.at(TokenKind::kDot);
    if (!member && !reader_.at(TokenKind::kOpenParen)) return base;
    if (count >= kMaxNesting) {
      reader_.error(reader_.peek().range, "this name has too many parts");
      return nullptr;
    }
    reader_.take();
    ByteRange begin = base->range;
    ExpressionPtr out = make(member ? ExpressionKind::kMember : ExpressionKind::kApply, begin);
    out->base = base;
    if (member) {
      Name name;
      if (!reader_.expectIdentifier(name, "a name after '.'")) return nullptr;
      out->text = name.text;
      out->textRange = name.range;
    } else if (!parseItems(out->items, TokenKind::kCloseParen, true)) {
      return nullptr;
    }
    out->range = reader_.rangeFrom(begin.begin);
    base = out;
  }
}

bool ExpressionParser::parseItems(SyntaxList<Item>& items, TokenKind close, bool mayHaveNames) {
  while (!reader_.takeIf(close)) {
    if (reader_.at(TokenKind::kComma)) {
      reader_.error(reader_.peek().range, "an item is missing before this comma");
      return false;
    }
    if (!parseItem(items, mayHaveNames)) return false;
    if (reader_.takeIf(TokenKind::kComma)) continue;
    return reader_.expect(close, close == TokenKind::kCloseParen ? "',' or ')'" : "',' or ']'");
  }
  return true;
}

bool ExpressionParser::parseItem(SyntaxList<Item>& items, bool mayHaveNames) {
  Item item;
  if (mayHaveNames && reader_.at(TokenKind::kIdentifier) && reader_.nextIs(TokenKind::kEquals)) {
    item.name.emplace();
    reader_.expectIdentifier(*item.name, "a name");
    reader_.take();
  }
  item.value = parse();
  if (item.value == nullptr) return false;
  items.add(arena_, item);
  return true;
}

bool ExpressionParser::parseAnnotations(SyntaxList<AnnotationUse>& out) {
  while (reader_.at(TokenKind::kDollar)) {
    if (!parseAnnotation(out)) return false;
  }
  return true;
}

bool ExpressionParser::parseAnnotation(SyntaxList<AnnotationUse>& out) {
  std::uint32_t begin = reader_.take().range.begin;
  ExpressionPtr expression = parse();
  if (expression == nullptr) return false;
  AnnotationUse use;
  if (expression->kind != ExpressionKind::kApply) {
    use.name = expression;
  } else {
    // $name(value), or $name(a = 1, b = 2) for the members of a struct.
    bool bare = expression->items.size() == 1 && !expression->items[0].name.has_value();
    use.name = expression->base;
    if (bare) {
      use.value = expression->items[0].value;
    } else {
      use.value = make(ExpressionKind::kTuple, {use.name->range.end, expression->range.end});
      use.value->items = expression->items;
    }
  }
  use.range = reader_.rangeFrom(begin);
  out.add(arena_, use);
  return true;
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
