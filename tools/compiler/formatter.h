// SPDX-License-Identifier: Apache-2.0
// A schema file in the canonical style (see tools/compiler/FORMAT.md).
//
// The formatter moves tokens and comments; it neither adds nor drops one, and a comment stays
// documentation of what it documented. The style depends on nothing but tokens, comments, empty
// lines, and line breaks between strings, so formatting again changes nothing.
#pragma once

#include <optional>
#include <string>

#include "tools/compiler/diagnostics.h"
#include "tools/compiler/source_file.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Returns: nothing if the file has syntax errors, which are reported; what it declares and whether
// that makes sense is not asked.
// Cost: linear in the text.
// Security: takes any bytes. The result is read again and compared before it is returned.
std::optional<std::string> formatSchema(const SourceFile& file, Diagnostics& diagnostics);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
