// SPDX-License-Identifier: Apache-2.0
// The first look at a parsed file: which declarations there are, what they are called, their ids.
//
// Reports declarations that stand where they do not belong, names used twice, names in the wrong
// case, missing and impossible ids, bad annotation targets. Resolves nothing.
#pragma once

#include <memory>

#include "tools/compiler/diagnostics.h"
#include "tools/compiler/model.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

struct Module;

// Returns: the file's node with everything nested in it; never null. Groups are made later.
// Requires: the module has its source and declaration.
std::unique_ptr<Node> declareModule(Module& module, Diagnostics& diagnostics);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
