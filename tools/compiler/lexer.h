// SPDX-License-Identifier: Apache-2.0
// Text to tokens.
//
// The lexer never fails: what it cannot read becomes an error and is skipped. It does not recurse.
// Two points differ from what other tools take: an integer that does not fit 64 bits, and digits 8
// and 9 after a leading 0, are errors.
#pragma once

#include "tools/compiler/diagnostics.h"
#include "tools/compiler/token.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Cost: linear in the text.
// Security: takes any bytes.
TokenList lex(const SourceFile& file, Diagnostics& diagnostics);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
