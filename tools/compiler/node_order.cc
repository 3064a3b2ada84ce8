// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/node_order.h"

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
  if (!loaded_.insert(&node).second) return;
  for (const auto& group : node.innerNodes) loadOne(*group);
  loadOne(node);
}

void NodeOrder::loadOne(Node& node) {
  for (const Field& field : node.fields) {
    Node* named = field.group != nullptr ? field.group : namedNode(field.type);
    if (named != nullptr) list(*named);
  }
  for (const Superclass& superclass : node.superclasses) list(*superclass.node);
  for (const Method& method : node.methods) {
    if (Node* named = namedNode(method.parameters)) list(*named);
    if (Node* named = namedNode(method.results)) list(*named);
  }
  if (node.isGroup) list(*node.parent);
  if (node.kind == NodeKind::kConst || node.kind == NodeKind::kAnnotation) {
    if (Node* named = namedNode(node.type)) list(*named);
  }
  list(node);
}

void NodeOrder::list(Node& node) {
  if (listed_.insert(&node).second) nodes_.push_back(&node);
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
