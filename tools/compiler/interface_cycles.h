// SPDX-License-Identifier: Apache-2.0
// Interfaces that extend themselves, directly or by way of others.
#pragma once

#include <vector>

#include "tools/compiler/diagnostics.h"
#include "tools/compiler/model.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Reports one interface of each circle. Cost: linear in what is extended; no recursion.
// Requires: the interfaces among the nodes, and those that these extend, have their superclasses.
void checkInterfaceCycles(const std::vector<Node*>& nodes, Diagnostics& diagnostics);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
