// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/brands.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

// From a type to one of its arguments: brand, scopes, bindings, type.
constexpr int kLevelsPerArgument = 4;

// Stays at the largest number instead of starting over.
void addParts(Type& type, std::uint32_t more) {
  constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
  type.parts = more > kMost - type.parts ? kMost : type.parts + more;
}

Type parameterValue(const Type& parameter, const BrandPtr& brand) {
  const Brand::Scope* scope = findScope(brand, *parameter.node);
  if (scope == nullptr) return Type{.kind = TypeKind::kAnyPointer};
  return scope->inherits ? parameter : scope->arguments[parameter.parameterIndex];
}

}  // namespace

Type listOf(Type element) {
  Type type{.kind = TypeKind::kList, .depth = element.depth + 1};
  addParts(type, element.parts);
  type.element = std::make_shared<const Type>(std::move(element));
  return type;
}

Type typeOf(Node& node, BrandPtr brand) {
  Type type{.kind = TypeKind::kInterface, .node = &node};
  if (node.kind == NodeKind::kEnum) type.kind = TypeKind::kEnum;
  if (node.kind == NodeKind::kStruct) type.kind = TypeKind::kStruct;
  type.brand = std::move(brand);
  if (type.brand == nullptr) return type;
  for (const Brand::Scope& scope : type.brand->scopes) {
    for (const Type& argument : scope.arguments) {
      type.depth = std::max(type.depth, argument.depth + kLevelsPerArgument);
      addParts(type, argument.parts);
    }
  }
  return type;
}

BrandPtr inheritedBrand(Node& scope) {
  if (!scope.isGeneric) return nullptr;
  Brand brand;
  for (Node* at = &scope; at != nullptr; at = at->parent) {
    // The node of a method is no node of the request.
    if (at->typeParameters().empty() || at->kind == NodeKind::kMethod) continue;
    brand.scopes.push_back({.node = at, .inherits = true, .arguments = {}});
  }
  return std::make_shared<const Brand>(std::move(brand));
}

BrandPtr withArguments(const BrandPtr& outer, Node& node, std::vector<Type> arguments) {
  Brand brand;
  brand.scopes.push_back({.node = &node, .inherits = false, .arguments = std::move(arguments)});
  if (outer != nullptr) {
    for (const Brand::Scope& scope : outer->scopes) {
      if (scope.node != &node) brand.scopes.push_back(scope);
    }
  }
  return std::make_shared<const Brand>(std::move(brand));
}

const Brand::Scope* findScope(const BrandPtr& brand, const Node& node) {
  if (brand == nullptr) return nullptr;
  for (const Brand::Scope& scope : brand->scopes) {
    if (scope.node == &node) return &scope;
  }
  return nullptr;
}

BrandPtr ownScopes(const BrandPtr& brand, const Node& node) {
  Brand out;
  for (const Node* at = &node; at != nullptr; at = at->parent) {
    const Brand::Scope* scope = findScope(brand, *at);
    if (scope != nullptr) out.scopes.push_back(*scope);
  }
  if (out.scopes.empty()) return nullptr;
  return std::make_shared<const Brand>(std::move(out));
}

Type substitute(const Type& type, const BrandPtr& brand) {
  if (type.kind == TypeKind::kParameter) return parameterValue(type, brand);
  if (type.kind == TypeKind::kList) return listOf(substitute(*type.element, brand));
  if (type.brand == nullptr) return type;
  return typeOf(*type.node, substitute(type.brand, brand));
}

BrandPtr substitute(const BrandPtr& inner, const BrandPtr& brand) {
  if (inner == nullptr) return nullptr;
  Brand out;
  for (const Brand::Scope& scope : inner->scopes) {
    if (!scope.inherits) {
      Brand::Scope& bound = out.scopes.emplace_back();
      bound.node = scope.node;
      for (const Type& argument : scope.arguments) {
        bound.arguments.push_back(substitute(argument, brand));
      }
    } else if (const Brand::Scope* outer = findScope(brand, *scope.node)) {
      out.scopes.push_back(*outer);
    }
  }
  if (out.scopes.empty()) return nullptr;
  return std::make_shared<const Brand>(std::move(out));
}

Type typeOfField(const Field& field, const BrandPtr& brand) {
  return field.group != nullptr ? typeOf(*field.group, brand) : substitute(field.type, brand);
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
