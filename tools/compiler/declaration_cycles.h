// SPDX-License-Identifier: Apache-2.0
// Declarations that depend on themselves by way of others: interfaces that extend each other, and
// annotations that are applied to each other.
#pragma once

#include <vector>

#include "tools/compiler/diagnostics.h"
#include "tools/compiler/model.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Reports one declaration of each circle. Cost: linear in what is extended and applied; no
// recursion. Requires: the interfaces and annotations among the nodes, and what these extend or are
// annotated with, have their superclasses and annotations.
void checkDeclarationCycles(const std::vector<Node*>& nodes, Diagnostics& diagnostics);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
