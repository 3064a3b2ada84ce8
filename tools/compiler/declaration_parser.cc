// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/declaration_parser.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

DeclarationPtr DeclarationParser::parseFile() {
  auto* file = arena_.make<Declaration>();
  file->range = {0, 0};
  while (!reader_.at(TokenKind::kEnd)) {
    parseBody(*file);
    if (!reader_.at(TokenKind::kCloseBrace)) continue;
    reader_.error(reader_.peek().range, "this '}' closes nothing");
    isBalanced_ = false;
    reader_.take();
  }
  file->range.end = reader_.previousEnd();
  return file;
}

// Stops before a closing brace or at the end of the file.
void DeclarationParser::parseBody(Declaration& parent) {
  while (!reader_.at(TokenKind::kEnd) && !reader_.at(TokenKind::kCloseBrace)) {
    if (reader_.at(TokenKind::kSemicolon)) {
      reader_.error(reader_.take().range, "nothing stands before this ';'");
      continue;
    }
    bool isMember = startsMember();
    if (parseStatement(parent)) continue;
    parent.lacksMembers = true;
    if (!isMember) parent.lacksNames = true;
    reader_.skipStatement();
  }
}

bool DeclarationParser::parseStatement(Declaration& parent) {
  if (reader_.at(TokenKind::kAt)) return parseFileId(parent);
  if (reader_.at(TokenKind::kDollar)) return parseNakedAnnotation(parent);
  if (!reader_.at(TokenKind::kIdentifier)) {
    reader_.unexpected("a declaration");
    // What cannot begin a statement is passed over, so that the parser moves on.
    if (!reader_.at(TokenKind::kOpenBrace)) reader_.take();
    return false;
  }
  auto* declaration = arena_.make<Declaration>();
  std::uint32_t begin = reader_.peek().range.begin;
  Ending ending = Ending::kSemicolon;
  if (!parseHead(parent.kind, *declaration, ending)) return false;
  bool ended = parseEnd(*declaration, ending);
  declaration->range = reader_.rangeFrom(begin);
  parent.children.add(arena_, declaration);
  if (!ended) declaration->lacksMembers = declaration->lacksNames = true;
  // Their members are numbered with those around them.
  bool isPart =
      declaration->kind == DeclarationKind::kUnion || declaration->kind == DeclarationKind::kGroup;
  if (isPart && declaration->lacksMembers) parent.lacksMembers = true;
  return ended;
}

bool DeclarationParser::parseFileId(Declaration& file) {
  std::uint32_t begin = reader_.take().range.begin;
  if (!reader_.at(TokenKind::kInteger)) {
    reader_.unexpected("an id such as @0xd08dc2a2a4d8a5f1 after '@'");
    return false;
  }
  std::uint64_t value = reader_.integerOf(reader_.take());
  ByteRange range = reader_.rangeFrom(begin);
  Declaration end;
  if (!parseEnd(end, Ending::kSemicolon)) return false;
  if (file.kind != DeclarationKind::kFile) {
    reader_.error(range, "a file's id stands outside of all declarations");
  } else if (file.id != nullptr) {
    reader_.error(range, "a file has only one id");
  } else {
    file.id = arena_.make<Number>({value, range});
    file.docComment = end.docComment;
  }
  return true;
}

bool DeclarationParser::parseNakedAnnotation(Declaration& parent) {
  std::uint32_t begin = reader_.peek().range.begin;
  SyntaxList<AnnotationUse> uses;
  if (!expressions_.parseAnnotation(uses)) return false;
  ByteRange range = reader_.rangeFrom(begin);
  Declaration end;
  bool ended = parseEnd(end, Ending::kSemicolon);
  if (parent.kind != DeclarationKind::kFile) {
    reader_.error(range, "an annotation of a declaration stands before its ';' or '{'");
    return ended;
  }
  parent.annotations.add(arena_, uses[0]);
  return ended;
}

// What has a number or a type is a member, whatever it is called.
bool DeclarationParser::startsMember() const {
  return reader_.at(TokenKind::kIdentifier) &&
         (reader_.nextIs(TokenKind::kAt) || reader_.nextIs(TokenKind::kColon));
}

bool DeclarationParser::startsType(std::string_view keyword) const {
  return reader_.atKeyword(keyword) && reader_.nextIs(TokenKind::kIdentifier);
}

bool DeclarationParser::parseHead(DeclarationKind parent, Declaration& out, Ending& ending) {
  if (startsMember()) return parseMember(parent, out, ending);
  if (reader_.atKeyword("using")) return parseUsing(out);
  if (startsType("const")) return parseConst(out);
  if (startsType("annotation")) return parseAnnotationDeclaration(out);
  ending = Ending::kBlock;
  if (startsType("struct")) return parseType(out, DeclarationKind::kStruct);
  if (startsType("enum")) return parseType(out, DeclarationKind::kEnum);
  if (startsType("interface")) return parseType(out, DeclarationKind::kInterface);
  if (reader_.atKeyword("union") && reader_.nextIs(TokenKind::kOpenBrace)) {
    out.kind = DeclarationKind::kUnion;
    out.name.range = reader_.take().range;
    return true;
  }
  ending = Ending::kSemicolon;
  return parseMember(parent, out, ending);
}

bool DeclarationParser::parseEnd(Declaration& out, Ending ending) {
  bool block = reader_.at(TokenKind::kOpenBrace);
  bool semicolon = reader_.at(TokenKind::kSemicolon);
  if (ending == Ending::kSemicolon) {
    if (semicolon) {
      out.docComment = arena_.copy(reader_.stringOf(reader_.take()));
      return true;
    }
    if (block) {
      reader_.error(reader_.peek().range, "this statement ends with ';', not with a block");
      return false;
    }
    // The mistake is where the ';' is missing. What follows on another line is a new statement.
    std::uint32_t end = reader_.previousEnd();
    bool endsLine = reader_.startsLine() || reader_.at(TokenKind::kEnd);
    std::string found = endsLine ? "" : ", found '" + reader_.shown(reader_.peek()) + "'";
    reader_.error({end, end}, "expected ';' after this" + found);
    reader_.takeIf(TokenKind::kInvalid);
    return reader_.startsLine();
  }
  if (!block) {
    if (semicolon) {
      reader_.error(reader_.peek().range, "this declaration ends with a block in '{' and '}'");
    } else {
      reader_.unexpected("'{'");
    }
    return false;
  }
  if (depth_ >= kMaxNesting) {
    reader_.error(reader_.peek().range, "blocks are nested too deeply here; at most " +
                                            std::to_string(kMaxNesting) + " levels are possible");
    return false;
  }
  const Token& open = reader_.take();
  out.docComment = arena_.copy(reader_.stringOf(open));
  ++depth_;
  parseBody(out);
  --depth_;
  if (!reader_.at(TokenKind::kCloseBrace)) {
    reader_.error(open.range, "this '{' is not closed");
    isBalanced_ = false;
    return true;
  }
  const Token& close = reader_.take();
  if (out.docComment.empty()) out.docComment = arena_.copy(reader_.stringOf(close));
  return true;
}

bool DeclarationParser::parseUsing(Declaration& out) {
  out.kind = DeclarationKind::kUsing;
  reader_.take();
  if (reader_.at(TokenKind::kIdentifier) && reader_.nextIs(TokenKind::kEquals)) {
    reader_.expectIdentifier(out.name, "a name");
    reader_.take();
    out.type = expressions_.parse();
    return out.type != nullptr;
  }
  out.type = expressions_.parse();
  if (out.type == nullptr) return false;
  if (out.type->kind != ExpressionKind::kMember) {
    reader_.error(out.type->range,
                  "'using' without '=' takes a name of another scope, such as Other.Name");
    return false;
  }
  out.name = {out.type->text, out.type->textRange};
  return true;
}

bool DeclarationParser::parseConst(Declaration& out) {
  out.kind = DeclarationKind::kConst;
  reader_.take();
  return reader_.expectIdentifier(out.name, "the constant's name") && parseId(out) &&
         parseTypedValue(out, true) && expressions_.parseAnnotations(out.annotations);
}

bool DeclarationParser::parseType(Declaration& out, DeclarationKind kind) {
  out.kind = kind;
  reader_.take();
  if (!reader_.expectIdentifier(out.name, "a name") || !parseId(out)) return false;
  if (kind != DeclarationKind::kEnum && reader_.at(TokenKind::kOpenParen)) {
    if (!parseTypeParameters(out, TokenKind::kOpenParen, TokenKind::kCloseParen)) return false;
  }
  if (kind == DeclarationKind::kInterface && reader_.atKeyword("extends") && !parseExtends(out)) {
    return false;
  }
  return expressions_.parseAnnotations(out.annotations);
}

bool DeclarationParser::parseAnnotationDeclaration(Declaration& out) {
  out.kind = DeclarationKind::kAnnotation;
  reader_.take();
  if (!reader_.expectIdentifier(out.name, "the annotation's name") || !parseId(out)) return false;
  if (!reader_.expect(TokenKind::kOpenParen, "'(' and what the annotation applies to")) {
    return false;
  }
  while (!reader_.at(TokenKind::kCloseParen)) {
    if (!parseTarget(out)) return false;
    if (!reader_.takeIf(TokenKind::kComma)) break;
  }
  return reader_.expect(TokenKind::kCloseParen, "',' or ')'") && parseTypedValue(out, false) &&
         expressions_.parseAnnotations(out.annotations);
}

bool DeclarationParser::parseTarget(Declaration& out) {
  Name target;
  if (reader_.at(TokenKind::kStar)) {
    target = {"*", reader_.take().range};
  } else if (!reader_.expectIdentifier(target, "a kind of declaration")) {
    return false;
  }
  out.targets.add(arena_, target);
  return true;
}

// The shared tail of constants, fields and annotations: `:Type` and, except for the latter, a
// value.
bool DeclarationParser::parseTypedValue(Declaration& out, bool needsValue) {
  if (!reader_.takeIf(TokenKind::kColon)) {
    reader_.unexpected("':' and a type");
    return false;
  }
  out.type = expressions_.parse();
  if (out.type == nullptr) return false;
  if (needsValue && !reader_.expect(TokenKind::kEquals, "'='")) return false;
  if (!needsValue) return true;
  out.value = expressions_.parse();
  return out.value != nullptr;
}

bool DeclarationParser::parseId(Declaration& out) {
  if (!reader_.at(TokenKind::kAt)) return true;
  std::uint32_t begin = reader_.take().range.begin;
  if (!reader_.at(TokenKind::kInteger)) {
    reader_.unexpected("an id after '@'");
    return false;
  }
  std::uint64_t value = reader_.integerOf(reader_.take());
  out.id = arena_.make<Number>({value, reader_.rangeFrom(begin)});
  return true;
}

bool DeclarationParser::parseTypeParameters(Declaration& out, TokenKind open, TokenKind close) {
  if (!reader_.expect(open, "type parameters")) return false;
  while (!reader_.at(close)) {
    Name name;
    if (!reader_.expectIdentifier(name, "the name of a type parameter")) return false;
    out.typeParameters.add(arena_, name);
    if (!reader_.takeIf(TokenKind::kComma)) break;
  }
  return reader_.expect(close, "',' or the end of the type parameters");
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
