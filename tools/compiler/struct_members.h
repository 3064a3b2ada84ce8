// SPDX-License-Identifier: Apache-2.0
// The fields of a struct: their order, types, tags and places, and the nodes of its groups.
#pragma once

#include "tools/compiler/model.h"
#include "tools/compiler/resolver.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Fills in fields, groups, sizes and tag of a struct node. Defaults and annotations are left out.
// Requires: the node is a struct, not a group, and was not filled in before.
void buildStruct(Node& node, Resolver& resolver, Diagnostics& diagnostics);

// Fills in the enumerants of an enum node; annotations are left out.
void buildEnum(Node& node, Diagnostics& diagnostics);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
