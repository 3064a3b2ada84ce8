// SPDX-License-Identifier: Apache-2.0
// Types made of types: lists, generic types with arguments, and what a type means elsewhere.
//
// A few lines can name types that double with each line. Types share their parts and count them, so
// that whoever makes one can refuse it before it is spelled out.
#pragma once

#include <vector>

#include "tools/compiler/model.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Requires: the element is of a known kind.
Type listOf(Type element);

// Requires: the node is an enum, struct or interface.
Type typeOf(Node& node, BrandPtr brand);

// Returns: what a declaration in `scope` sees, null if nothing around it is generic.
BrandPtr inheritedBrand(Node& scope);

// Returns: `outer` with the arguments of a node inside of that.
BrandPtr withArguments(const BrandPtr& outer, Node& node, std::vector<Type> arguments);

// Returns: null if the node's parameters are unbound.
const Brand::Scope* findScope(const BrandPtr& brand, const Node& node);

// Returns: the scopes of a brand that are the node or around it; null if there are none.
BrandPtr ownScopes(const BrandPtr& brand, const Node& node);

// What a type that is written inside of generic nodes stands for where these have a brand.
// Cost: linear in the parts of the type.
Type substitute(const Type& type, const BrandPtr& brand);
BrandPtr substitute(const BrandPtr& inner, const BrandPtr& brand);

// Returns: of a group, a struct type.
Type typeOfField(const Field& field, const BrandPtr& brand);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
