// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/cpp_declaration_order.h"

#include <algorithm>
#include <set>
#include <utility>

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

namespace {

using StructList = std::vector<std::unique_ptr<Struct>>;

using Ids = std::set<std::uint64_t>;

// Calls `visit` for the constants in `scope`, and in all below it, whose type must be named there.
template <typename Visit>
void forEachConstant(Struct& scope, const Visit& visit) {
  for (Constant& constant : scope.constants) {
    if (!constant.isLate) visit(constant);
  }
  for (const auto& nested : scope.structs) forEachConstant(*nested, visit);
  for (const auto& group : scope.groups) forEachConstant(*group, visit);
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

  void run() {
    for (std::size_t i = 0; i < structs_.size(); ++i) visit(i);
    structs_ = std::move(ordered_);
  }

 private:
  enum State { kNew, kOpen, kDone };

  void visit(std::size_t at) {
    if (state_[at] != kNew) return;
    state_[at] = kOpen;
    Ids needs;
    forEachConstant(*structs_[at], [&](const Constant& constant) {
      needs.insert(constant.type.needs.begin(), constant.type.needs.end());
    });
    for (std::size_t other = 0; !needs.empty() && other < structs_.size(); ++other) {
      if (other == at || structs_[other] == nullptr) continue;
      if (!isNeeded(*structs_[other], needs)) continue;
      if (state_[other] == kOpen) {
        makeLate(*structs_[at], *structs_[other]);
      } else {
        visit(other);
      }
    }
    state_[at] = kDone;
    ordered_.push_back(std::move(structs_[at]));
  }

  // `later` comes after `scope`: the constants in `scope` cannot name what is in it.
  static void makeLate(Struct& scope, const Struct& later) {
    forEachConstant(scope, [&](Constant& constant) {
      constant.isLate = isNeeded(later, {constant.type.needs.begin(), constant.type.needs.end()});
    });
  }

  StructList& structs_;
  std::vector<State> state_;
  StructList ordered_;
};

}  // namespace

void orderForConstants(StructList& structs) {
  Sorter(structs).run();
  for (const auto& each : structs) orderForConstants(each->structs);
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
