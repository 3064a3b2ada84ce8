// SPDX-License-Identifier: Apache-2.0
#include "runtime/layout/tree_bound.h"

#include "capstan/layout/follow.h"

namespace capstan::inline CAPSTAN_ABI::internal {

std::uint64_t messageWords(MessageContext& message) {
  std::uint64_t words = 0;
  for (std::uint32_t id = 0; id < message.segmentCount(); ++id) {
    words += message.segment(id)->sizeWords();
  }
  return words;
}

bool TreeBound::takeSlow(const PointerReader& from) {
  const bool isLimited = from.segment() == nullptr || from.depth() != kUnlimitedDepth ||
                         from.segment()->context->budgetWords() != kUnlimited;
  bound_ = isLimited ? kUnlimited : 2 * messageWords(*from.segment()->context) + 1;
  if (count_ < bound_) return true;  // check: tree-bound passes
  recordFault(from.segment(), from.at(), FaultKind::kNestingLimit);
  return false;
}

}  // namespace capstan::inline CAPSTAN_ABI::internal
