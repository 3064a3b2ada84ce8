// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/parser.h"

#include "tools/compiler/declaration_parser.h"
#include "tools/compiler/lexer.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

DeclarationPtr parseFile(const SourceFile& file, Diagnostics& diagnostics) {
  TokenList list = lex(file, diagnostics);
  TokenReader reader(file, list, diagnostics);
  return DeclarationParser(reader).parseFile();
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
