// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/interface_cycles.h"

#include <unordered_map>

#include "tools/compiler/module_table.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

class CycleFinder {
 public:
  explicit CycleFinder(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  // Walks up from an interface, depth first. One that is met again below itself is in a circle.
  void walk(const Node& start) {
    if (!states_.try_emplace(&start, State::kOpen).second) return;
    path_.push_back({&start, 0});
    while (!path_.empty()) {
      Step& step = path_.back();
      if (step.next < step.node->superclasses.size()) {
        enter(*step.node, *step.node->superclasses[step.next++].node);
      } else {
        states_[step.node] = State::kDone;
        path_.pop_back();
      }
    }
  }

 private:
  enum class State { kOpen, kDone };
  struct Step {
    const Node* node;
    std::size_t next;
  };

  void enter(const Node& from, const Node& superclass) {
    auto [state, isNew] = states_.try_emplace(&superclass, State::kOpen);
    if (isNew) return path_.push_back({&superclass, 0});
    if (state->second == State::kDone) return;
    const Name& name = from.declaration->name;
    diagnostics_.error(*from.module->source, name.range,
                       "the interface '" + std::string(name.text) + "' extends itself");
  }

  Diagnostics& diagnostics_;
  std::unordered_map<const Node*, State> states_;
  std::vector<Step> path_;
};

}  // namespace

void checkInterfaceCycles(const std::vector<Node*>& nodes, Diagnostics& diagnostics) {
  CycleFinder finder(diagnostics);
  for (const Node* node : nodes) {
    if (node->kind == NodeKind::kInterface) finder.walk(*node);
  }
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
