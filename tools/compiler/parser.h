// SPDX-License-Identifier: Apache-2.0
// Tokens to a tree of declarations.
//
// A statement that does not parse is reported once and left out; the parser goes on with the next.
// Whether a declaration may stand where it stands is not asked here.
#pragma once

#include "tools/compiler/ast.h"
#include "tools/compiler/diagnostics.h"
#include "tools/compiler/source_file.h"
#include "tools/compiler/token.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Lifetime: the file must outlive the tree.
// Cost: linear in the text.
// Security: takes any bytes; nesting is limited to kMaxNesting.
SyntaxTree parseFile(const SourceFile& file, Diagnostics& diagnostics);

// The same, for tokens that are at hand; whether the lexer had no errors is told.
// Requires: they are the file's.
SyntaxTree parseTokens(const SourceFile& file, const TokenList& list, Diagnostics& diagnostics,
                       bool areTokensSound);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
