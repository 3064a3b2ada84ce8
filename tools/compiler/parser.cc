// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/parser.h"

#include <memory>
#include <utility>

#include "tools/compiler/declaration_parser.h"
#include "tools/compiler/lexer.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

SyntaxTree parseFile(const SourceFile& file, Diagnostics& diagnostics) {
  std::size_t errorsBefore = diagnostics.errorCount();
  TokenList list = lex(file, diagnostics);
  bool areTokensSound = diagnostics.errorCount() == errorsBefore;
  return parseTokens(file, list, diagnostics, areTokensSound);
}

SyntaxTree parseTokens(const SourceFile& file, const TokenList& list, Diagnostics& diagnostics,
                       bool areTokensSound) {
  TokenReader reader(file, list, diagnostics);
  auto arena = std::make_unique<SyntaxArena>();
  DeclarationParser parser(reader, *arena);
  const Declaration* declaration = parser.parseFile();
  return {std::move(arena), declaration, areTokensSound && parser.isBalanced()};
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
