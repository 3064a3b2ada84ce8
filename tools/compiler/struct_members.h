// SPDX-License-Identifier: Apache-2.0
// What types consist of: fields with their order, types, tags and places, and the nodes of groups;
// enumerants; methods.
#pragma once

#include "tools/compiler/model.h"
#include "tools/compiler/resolver.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Fills in fields, groups, sizes and tag of a struct node. Defaults and annotations are left out.
// Requires: the node is a struct, not a group, and was not filled in before.
void buildStruct(Node& node, Resolver& resolver, Diagnostics& diagnostics);

// Fills in the enumerants of an enum node; annotations are left out.
void buildEnum(Node& node, Diagnostics& diagnostics);

// Fills in superclasses, methods and the structs that are made for these; defaults and annotations
// are left out.
// Requires: the node is an interface and was not filled in before.
void buildInterface(Node& node, Resolver& resolver, Diagnostics& diagnostics);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
