// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/parser.h"

#include <memory>
#include <utility>

#include "tools/compiler/declaration_parser.h"
#include "tools/compiler/lexer.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

SyntaxTree parseFile(const SourceFile& file, Diagnostics& diagnostics) {
  return parseTokens(file, lex(file, diagnostics), diagnostics);
}

SyntaxTree parseTokens(const SourceFile& file, const TokenList& list, Diagnostics& diagnostics) {
  TokenReader reader(file, list, diagnostics);
  auto arena = std::make_unique<SyntaxArena>();
  const Declaration* declaration = DeclarationParser(reader, *arena).parseFile();
  return {std::move(arena), declaration};
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
