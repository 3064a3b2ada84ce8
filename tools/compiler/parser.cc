// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/parser.h"

#include "tools/compiler/declaration_parser.h"
#include "tools/compiler/lexer.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

DeclarationPtr parseFile(const SourceFile& file, Diagnostics& diagnostics) {
  return parseTokens(file, lex(file, diagnostics), diagnostics);
}

DeclarationPtr parseTokens(const SourceFile& file, const TokenList& list,
                           Diagnostics& diagnostics) {
  TokenReader reader(file, list, diagnostics);
  return DeclarationParser(reader).parseFile();
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
