// SPDX-License-Identifier: Apache-2.0
// What a request does not tell: who imports whom among the files that were not asked for.
#pragma once

#include <string>
#include <vector>

#include "capstan/base/config.h"
#include "capstan/message/message_builder.h"
#include "tools/compiler/compilation.h"
#include "tools/compiler/source_finder.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Writes the request as if all files that are imported, and what they import in turn, had been
// asked for, too. A request has only those declarations of other files that the requested ones
// depend on; what else these files declare may depend on the requested ones, and so their
// accessors' headers. Requires: the compilation has run with these options, and all was in order.
// Returns: the files that were read; none, with nothing written, where no imported file has imports
// of its own but standard ones, so that the request tells all; or where something in those files is
// not in order.
std::vector<std::string> writeWideRequest(const Compilation& compilation,
                                          const SourceFinderOptions& options, MessageBuilder& out);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
