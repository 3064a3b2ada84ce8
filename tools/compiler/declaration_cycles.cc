// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/declaration_cycles.h"

#include <unordered_map>

#include "tools/compiler/module_table.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

class CycleFinder {
 public:
  explicit CycleFinder(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  // Walks up from a declaration, depth first. One that is met again below itself is in a circle.
  void walk(const Node& start) {
    if (!states_.try_emplace(&start, State::kOpen).second) return;
    path_.push_back({&start, 0});
    while (!path_.empty()) {
      Step& step = path_.back();
      if (const Node* needed = neededBy(*step.node, step.next++)) {
        enter(*step.node, *needed);
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

  // Returns: null behind the last.
  static const Node* neededBy(const Node& node, std::size_t index) {
    if (node.kind == NodeKind::kInterface) {
      return index < node.superclasses.size() ? node.superclasses[index].node : nullptr;
    }
    return index < node.annotations.size() ? node.annotations[index].annotation : nullptr;
  }

  void enter(const Node& from, const Node& needed) {
    auto [state, isNew] = states_.try_emplace(&needed, State::kOpen);
    if (isNew) return path_.push_back({&needed, 0});
    if (state->second == State::kDone) return;
    const Name& name = from.declaration->name;
    const bool isInterface = from.kind == NodeKind::kInterface;
    diagnostics_.error(*from.module->source, name.range,
                       (isInterface ? "the interface '" : "the annotation '") +
                           std::string(name.text) +
                           (isInterface ? "' extends itself" : "' is applied to itself"));
  }

  Diagnostics& diagnostics_;
  std::unordered_map<const Node*, State> states_;
  std::vector<Step> path_;
};

}  // namespace

void checkDeclarationCycles(const std::vector<Node*>& nodes, Diagnostics& diagnostics) {
  CycleFinder finder(diagnostics);
  for (const Node* node : nodes) {
    if (node->kind == NodeKind::kInterface || node->kind == NodeKind::kAnnotation) {
      finder.walk(*node);
    }
  }
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
