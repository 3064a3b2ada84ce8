// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/cpp_declaration_order.h"

#include <algorithm>
#include <set>
#include <utility>

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

namespace {

using StructList = std::vector<std::unique_ptr<Struct>>;

using Ids = std::set<std::uint64_t>;

// The types that the constants in `scope`, and in all below it, name.
void collectNeeds(const Struct& scope, Ids& needs) {
  for (const Constant& constant : scope.constants) {
    needs.insert(constant.type.needs.begin(), constant.type.needs.end());
  }
  for (const auto& nested : scope.structs) collectNeeds(*nested, needs);
  for (const auto& group : scope.groups) collectNeeds(*group, needs);
}

// Whether a needed type is `scope` or lies in it.
bool isNeeded(const Struct& scope, const Ids& needs) {
  const auto isIn = [&](const auto& each) { return isNeeded(*each, needs); };
  return needs.contains(scope.id) ||
         std::any_of(scope.enums.begin(), scope.enums.end(),
                     [&](const Enum& each) { return needs.contains(each.id); }) ||
         std::any_of(scope.structs.begin(), scope.structs.end(), isIn) ||
         std::any_of(scope.groups.begin(), scope.groups.end(), isIn);
}

// Puts structs[at] into `ordered`, behind what it needs.
class Sorter {
 public:
  explicit Sorter(StructList& structs) : structs_(structs), state_(structs.size(), kNew) {}

  bool run() {
    bool acyclic = true;
    for (std::size_t i = 0; i < structs_.size(); ++i) acyclic = visit(i) && acyclic;
    structs_ = std::move(ordered_);
    return acyclic;
  }

 private:
  enum State { kNew, kOpen, kDone };

  bool visit(std::size_t at) {
    if (state_[at] != kNew) return state_[at] == kDone;
    state_[at] = kOpen;
    Ids needs;
    collectNeeds(*structs_[at], needs);
    bool acyclic = true;
    for (std::size_t other = 0; !needs.empty() && other < structs_.size(); ++other) {
      if (other == at || structs_[other] == nullptr) continue;
      if (isNeeded(*structs_[other], needs)) acyclic = visit(other) && acyclic;
    }
    state_[at] = kDone;
    ordered_.push_back(std::move(structs_[at]));
    return acyclic;
  }

  StructList& structs_;
  std::vector<State> state_;
  StructList ordered_;
};

}  // namespace

bool orderForConstants(StructList& structs) {
  bool acyclic = Sorter(structs).run();
  for (const auto& each : structs) acyclic = orderForConstants(each->structs) && acyclic;
  return acyclic;
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
