// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/node_order.h"

#include <utility>

namespace capstan::inline CAPSTAN_ABI::compiler {

const Type& elementOf(const Type& type) {
  const Type* at = &type;
  while (at->kind == TypeKind::kList) at = at->element.get();
  return *at;
}

Node* namedNode(const Type& type) {
  const Type& element = elementOf(type);
  return isAnyPointer(element.kind) ? nullptr : element.node;
}

void NodeOrder::load(Node& node) {
  if (std::exchange(node.isLoaded, true)) return;
  for (const auto& group : node.innerNodes) loadOne(*group);
  loadOne(node);
}

void NodeOrder::loadOne(Node& node) {
  for (const Field& field : node.fields) {
    if (field.group != nullptr) {
      list(*field.group);
    } else {
      listType(field.type);
    }
  }
  for (const Superclass& superclass : node.superclasses) {
    list(*superclass.node);
    listBrand(superclass.brand);
  }
  for (const Method& method : node.methods) {
    listType(method.parameters);
    listType(method.results);
  }
  if (node.isGroup) list(*node.parent);
  if (node.kind == NodeKind::kConst || node.kind == NodeKind::kAnnotation) listType(node.type);
  list(node);
}

// The node that a type names comes before those of its arguments.
void NodeOrder::listType(const Type& type) {
  Node* named = namedNode(type);
  if (named == nullptr) return;
  list(*named);
  listBrand(elementOf(type).brand);
}

void NodeOrder::listBrand(const BrandPtr& brand) {
  if (brand == nullptr) return;
  for (const Brand::Scope& scope : brand->scopes) {
    for (const Type& argument : scope.arguments) listType(argument);
  }
}

void NodeOrder::list(Node& node) {
  if (!std::exchange(node.isListed, true)) nodes_.push_back(&node);
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
