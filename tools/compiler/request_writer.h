// SPDX-License-Identifier: Apache-2.0
// A finished compilation to the message that code generators read.
#pragma once

#include "capstan/message/message_builder.h"
#include "tools/compiler/compilation.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Makes the request the root of `out`.
// Requires: compilation.run() returned true.
void writeRequest(const Compilation& compilation, MessageBuilder& out);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
