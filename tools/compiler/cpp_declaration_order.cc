// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/cpp_declaration_order.h"

#include <set>
#include <string>
#include <utility>

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

namespace {

using StructList = std::vector<std::unique_ptr<Struct>>;

// The types that the constants in `scope`, and in all below it, name.
void collectNeeds(const Struct& scope, std::set<std::string>& needs) {
  for (const Constant& constant : scope.constants) {
    const Type& type = constant.type;
    if (type.tableKind == "kStruct") {
      needs.insert(type.structTable.substr(0, type.structTable.rfind("::")));
    } else if (type.tableKind == "kEnum") {
      needs.insert(type.enumTable.substr(0, type.enumTable.rfind("::")));
    }
  }
  for (const auto& nested : scope.structs) collectNeeds(*nested, needs);
  for (const auto& group : scope.groups) collectNeeds(*group, needs);
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
    std::set<std::string> needs;
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

  // Whether a needed type, or the scope of one, is `scope` or lies in it.
  static bool isNeeded(const Struct& scope, const std::set<std::string>& needs) {
    if (needs.contains(scope.qualified)) return true;
    const auto inside = needs.lower_bound(scope.qualified + "::");
    return inside != needs.end() && inside->starts_with(scope.qualified + "::");
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
