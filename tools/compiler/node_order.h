// SPDX-License-Identifier: Apache-2.0
// The order of nodes in a request.
//
// Plugins may take any order; this one is that of the reference compiler, so that requests can be
// compared. There a node is listed when it is loaded or first named by a node that is loaded: the
// nodes of the types of its fields come before itself, and the groups of a struct before the
// struct.
#pragma once

#include <vector>

#include "tools/compiler/model.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

class NodeOrder {
 public:
  // Lists a node, its groups, and the nodes that they name. Requires: the node has its types.
  void load(Node& node);

  const std::vector<Node*>& nodes() const { return nodes_; }

 private:
  void loadOne(Node& node);
  void listType(const Type& type);
  void listBrand(const BrandPtr& brand);
  void list(Node& node);

  std::vector<Node*> nodes_;
};

// What a list of lists is a list of in the end; other types are their own.
const Type& elementOf(const Type& type);

// Returns: the enum, struct or interface that a type is, or is a list of; null if there is none.
Node* namedNode(const Type& type);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
