// SPDX-License-Identifier: Apache-2.0
// The part of DeclarationParser that reads members: fields, unions, groups, enumerants, methods.
#include <string>

#include "tools/compiler/declaration_parser.h"
#include "tools/compiler/name_guess.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

DeclarationPtr DeclarationParser::makeParameters(const Declaration& method) {
  auto* out = arena_.make<Declaration>();
  out->kind = DeclarationKind::kParameters;
  out->name = method.name;
  // They are parameters of the struct too that is made for the method.
  out->typeParameters = method.typeParameters;
  return out;
}

// No member has the number then, and nobody complains that it is left out.
void DeclarationParser::dropOrdinal(Declaration& out) {
  out.ordinal = nullptr;
  out.lacksMembers = true;
}

bool DeclarationParser::parseMember(DeclarationKind parent, Declaration& out, Ending& ending) {
  if (reportLegacyUnion()) return false;
  reader_.expectIdentifier(out.name, "a name");
  bool retroactive = false;
  if (!parseOrdinal(out, retroactive)) return false;
  if (reportLegacyUnion()) return false;
  if (reader_.takeIf(TokenKind::kColon)) {
    if (!parseMemberType(out, ending)) return false;
    if (retroactive && out.kind != DeclarationKind::kUnion && out.ordinal != nullptr) {
      reader_.error(out.ordinal->range, "only the ordinal of a union is followed by '!'");
    }
    if (!retroactive && out.kind == DeclarationKind::kUnion && out.ordinal != nullptr) {
      reader_.error(out.ordinal->range,
                    "unions have no number; write '@n!' to give a union that was made around "
                    "existing fields the place of its tag");
      dropOrdinal(out);
    }
    return true;
  }
  // A method may take one struct by name. Elsewhere that is a field without its ':'.
  bool named = parent == DeclarationKind::kInterface && !reader_.at(TokenKind::kSemicolon);
  if (named || reader_.at(TokenKind::kOpenParen) || reader_.at(TokenKind::kOpenBracket)) {
    return parseMethod(out);
  }
  // An enumerant; without a number it is more likely that something else was meant.
  bool mayBeEnumerant = out.ordinal != nullptr || parent == DeclarationKind::kEnum;
  if (!mayBeEnumerant || reader_.at(TokenKind::kIdentifier) || reader_.at(TokenKind::kOpenBrace)) {
    reportNoDeclaration(out);
    return false;
  }
  out.kind = DeclarationKind::kEnumerant;
  return expressions_.parseAnnotations(out.annotations);
}

// A name that begins no kind of declaration.
void DeclarationParser::reportNoDeclaration(const Declaration& declaration) {
  if (declaration.ordinal != nullptr) return reader_.unexpected("':' and a type");
  const Name& name = declaration.name;
  constexpr std::string_view kKeywords[] = {"struct", "enum",  "interface", "annotation",
                                            "const",  "using", "union"};
  NameGuess guess(name.text);
  for (std::string_view keyword : kKeywords) guess.add(keyword);
  if (reader_.at(TokenKind::kIdentifier) && !guess.hint().empty()) {
    reader_.error(name.range,
                  "'" + std::string(name.text) + "' begins no declaration" + guess.hint());
  } else if (reader_.at(TokenKind::kOpenBrace)) {
    reader_.error(name.range, "a block needs a keyword before its name, as in 'struct " +
                                  std::string(name.text) + " {'");
  } else {
    reader_.unexpected("'@' and a number after this name");
  }
}

// The language once wrote `name @n union {` and numbered every union.
bool DeclarationParser::reportLegacyUnion() {
  if (!reader_.atKeyword("union")) return false;
  // `union @3 :Text;` is a field of that name.
  bool numbered = reader_.nextIs(TokenKind::kAt);
  if (reader_.peek(numbered ? 3 : 1).kind != TokenKind::kOpenBrace) return false;
  reader_.error(reader_.peek().range,
                "unions have no number, and a named one is written 'name :union {'");
  return true;
}

bool DeclarationParser::parseOrdinal(Declaration& out, bool& retroactive) {
  if (!reader_.at(TokenKind::kAt)) return true;
  std::uint32_t begin = reader_.take().range.begin;
  if (!reader_.at(TokenKind::kInteger)) {
    reader_.unexpected("a number after '@'");
    return false;
  }
  std::uint64_t value = reader_.integerOf(reader_.take());
  out.ordinal = arena_.make<Number>({value, reader_.rangeFrom(begin)});
  retroactive = reader_.takeIf(TokenKind::kBang);
  if (value > 0xffff) {
    reader_.error(out.ordinal->range, "ordinals are at most 65535");
    out.ordinal->value = 0xffff;
    return false;
  }
  return true;
}

bool DeclarationParser::parseMemberType(Declaration& out, Ending& ending) {
  bool isUnion = reader_.atKeyword("union");
  bool opens = reader_.nextIs(TokenKind::kOpenBrace) || reader_.nextIs(TokenKind::kDollar);
  if (!opens || (!isUnion && !reader_.atKeyword("group"))) return parseField(out);
  reader_.take();
  out.kind = isUnion ? DeclarationKind::kUnion : DeclarationKind::kGroup;
  if (!isUnion && out.ordinal != nullptr) {
    reader_.error(out.ordinal->range, "groups have no number; their members have");
    dropOrdinal(out);
  }
  ending = Ending::kBlock;
  return expressions_.parseAnnotations(out.annotations);
}

bool DeclarationParser::parseField(Declaration& out) {
  out.kind = DeclarationKind::kField;
  out.type = expressions_.parse();
  if (out.type == nullptr) return false;
  if (reader_.takeIf(TokenKind::kEquals)) {
    out.value = expressions_.parse();
    if (out.value == nullptr) return false;
  }
  return expressions_.parseAnnotations(out.annotations);
}

bool DeclarationParser::parseMethod(Declaration& out) {
  out.kind = DeclarationKind::kMethod;
  if (reader_.at(TokenKind::kOpenBracket) &&
      !parseTypeParameters(out, TokenKind::kOpenBracket, TokenKind::kCloseBracket)) {
    return false;
  }
  if (!parseParameters(out.parameters, out, false)) return false;
  // Without results a method returns a struct without members.
  out.results = makeParameters(out);
  if (reader_.takeIf(TokenKind::kArrow) && !parseParameters(out.results, out, true)) return false;
  return expressions_.parseAnnotations(out.annotations);
}

bool DeclarationParser::parseExtends(Declaration& out) {
  reader_.take();
  if (!reader_.expect(TokenKind::kOpenParen, "'(' and the interfaces that are extended")) {
    return false;
  }
  while (!reader_.at(TokenKind::kCloseParen)) {
    ExpressionPtr superclass = expressions_.parse();
    if (superclass == nullptr) return false;
    out.superclasses.add(arena_, superclass);
    if (!reader_.takeIf(TokenKind::kComma)) break;
  }
  return reader_.expect(TokenKind::kCloseParen, "',' or ')'");
}

// `(name :Type = value, ...)`, or one struct type; of results also `stream`.
bool DeclarationParser::parseParameters(DeclarationPtr& out, const Declaration& method,
                                        bool areResults) {
  out = makeParameters(method);
  if (!reader_.takeIf(TokenKind::kOpenParen)) {
    if (reader_.atKeyword("stream") && !reader_.nextIs(TokenKind::kDot)) {
      out->isStream = true;
      out->range = reader_.take().range;
      if (areResults) return true;
      reader_.error(out->range, "'stream' stands for a method's results, behind '->'");
      return false;
    }
    out->type = expressions_.parse();
    return out->type != nullptr;
  }
  while (!reader_.at(TokenKind::kCloseParen)) {
    if (!parseParameter(*out)) return false;
    if (!reader_.takeIf(TokenKind::kComma)) break;
  }
  return reader_.expect(TokenKind::kCloseParen, "',' or ')'");
}

bool DeclarationParser::parseParameter(Declaration& parent) {
  auto* out = arena_.make<Declaration>();
  out->kind = DeclarationKind::kParameter;
  out->ordinal = arena_.make<Number>({parent.children.size(), {}});
  if (!reader_.expectIdentifier(out->name, "the name of a parameter") ||
      !reader_.expect(TokenKind::kColon, "':'")) {
    return false;
  }
  out->type = expressions_.parse();
  if (out->type == nullptr) return false;
  if (reader_.takeIf(TokenKind::kEquals)) {
    out->value = expressions_.parse();
    if (out->value == nullptr) return false;
  }
  if (!expressions_.parseAnnotations(out->annotations)) return false;
  parent.children.add(arena_, out);
  return true;
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
