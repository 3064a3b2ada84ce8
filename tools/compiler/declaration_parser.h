// SPDX-License-Identifier: Apache-2.0
// Statements: every kind of declaration, file ids and file annotations.
//
// Keywords are contextual: `struct Foo {` begins a struct, `struct @0 :Text;` is a field of that
// name.
#pragma once

#include <cstdint>
#include <string_view>

#include "tools/compiler/ast.h"
#include "tools/compiler/expression_parser.h"
#include "tools/compiler/token_reader.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

class DeclarationParser {
 public:
  DeclarationParser(TokenReader& reader, SyntaxArena& arena)
      : reader_(reader), arena_(arena), expressions_(reader, arena) {}

  DeclarationPtr parseFile();

  // Each block was closed, and nothing else.
  bool isBalanced() const { return isBalanced_; }

 private:
  enum class Ending : std::uint8_t { kSemicolon, kBlock };

  void parseBody(Declaration& parent);
  bool parseStatement(Declaration& parent);
  bool parseFileId(Declaration& file);
  bool parseNakedAnnotation(Declaration& parent);
  // Takes the declaration's head; `ending` tells what has to follow.
  bool parseHead(DeclarationKind parent, Declaration& out, Ending& ending);
  bool parseEnd(Declaration& out, Ending ending);

  bool parseUsing(Declaration& out);
  bool parseConst(Declaration& out);
  bool parseType(Declaration& out, DeclarationKind kind);
  bool parseAnnotationDeclaration(Declaration& out);
  bool parseTarget(Declaration& out);
  bool parseMember(DeclarationKind parent, Declaration& out, Ending& ending);
  bool parseMemberType(Declaration& out, Ending& ending);
  bool parseField(Declaration& out);
  bool parseMethod(Declaration& out);

  bool parseTypedValue(Declaration& out, bool needsValue);
  bool parseId(Declaration& out);
  static void dropOrdinal(Declaration& out);
  bool parseOrdinal(Declaration& out, bool& retroactive);
  bool parseTypeParameters(Declaration& out, TokenKind open, TokenKind close);
  bool parseExtends(Declaration& out);
  bool parseParameters(DeclarationPtr& out, const Declaration& method, bool areResults);
  DeclarationPtr makeParameters(const Declaration& method);
  bool parseParameter(Declaration& parent);

  bool startsMember() const;
  bool startsType(std::string_view keyword) const;
  bool reportLegacyUnion();
  void reportNoDeclaration(const Declaration& declaration);

  TokenReader& reader_;
  SyntaxArena& arena_;
  ExpressionParser expressions_;
  bool isBalanced_ = true;
  int depth_ = 0;
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler
