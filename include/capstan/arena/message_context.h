// SPDX-License-Identifier: Apache-2.0
// What all views of one message share: its segments, its traversal budget and its first fault.
//
// A reader and an arena both are one. Views reach it through their segment. Threads: many threads
// may read through one context; budget and fault are relaxed words. Racing charges may each pass
// where one of them should not have, but the budget never grows, so the work stays bounded. Where
// the budget is unlimited and nothing is wrong, reading writes nothing at all.
#pragma once

#include <cstdint>

#include "capstan/arena/segment.h"
#include "capstan/base/config.h"
#include "capstan/base/fault.h"
#include "capstan/base/relaxed.h"

namespace capstan::inline CAPSTAN_ABI {

// A budget that honest and hostile readers alike cannot use up. It is not counted down.
inline constexpr std::uint64_t kUnlimited = ~std::uint64_t{0};

// The largest budget that is counted down.
inline constexpr std::uint64_t kLargestBudgetWords = ~std::uint64_t{0} >> 1;

// A nesting depth that is not counted down.
inline constexpr std::uint16_t kUnlimitedDepth = 0xFFFF;

// The depth that is left below one more pointer; 0 stays 0.
constexpr std::uint16_t below(std::uint16_t depth) {
  return static_cast<std::uint16_t>(depth - (depth != kUnlimitedDepth && depth != 0 ? 1 : 0));
}

class CapabilityTable;

class MessageContext {
 public:
  MessageContext(const MessageContext&) = delete;
  MessageContext& operator=(const MessageContext&) = delete;

  // Finds a segment by its id. Returns: null if the message has no such segment.
  Segment* segment(std::uint32_t id) {
    if (id == 0) return &first_;
    return id <= moreCount_ ? more_[id - 1] : nullptr;
  }
  std::uint32_t segmentCount() const { return 1 + moreCount_; }
  Segment& first() { return first_; }

  // Takes `words` from the traversal budget. Requires: words < 2^62. Returns: false when the budget
  // does not have them; the limit is then hit and stays hit, for objects without a size too, until
  // the budget is refilled.
  // Security: without a budget a small message whose pointers share one large target costs
  // unbounded work.
  bool charge(std::uint64_t words) {
    const std::uint64_t left = internal::loadRelaxed(budgetWords_);
    const std::uint64_t rest = left - words;
    // One compare for both ends: a budget that is too small wraps around, and the marks for an
    // unlimited and an exhausted one lie above every budget.
    if (rest > kLargestBudgetWords) [[unlikely]]
      return left == kUnlimited || exhaustBudget();
    internal::storeRelaxed(budgetWords_, rest);
    return true;
  }
  std::uint64_t budgetWords() const {
    const std::uint64_t left = internal::loadRelaxed(budgetWords_);
    return left == kExhausted ? 0 : left;
  }

  // Keeps the first fault; later ones are dropped.
  void recordFault(FaultKind kind, std::uint32_t segment, std::uint32_t wordOffset);
  Fault fault() const {
    const std::uint64_t word = internal::loadRelaxed(fault_);
    return word == 0 ? Fault() : unpackFault(word);
  }
  // Gives the fault and forgets it, so that a walk can tell what it finds next.
  Fault takeFault() {
    const Fault taken = fault();
    clearFault();
    return taken;
  }

  // What the message's capability pointers stand for (layout/capability.h); null without an
  // application that knows. Stays attached over resets and reopening.
  CapabilityTable* capabilityTable() const { return capabilities_; }
  void setCapabilityTable(CapabilityTable* table) { capabilities_ = table; }

  // The epoch of the message being built; 0 in a reader. Reset and detach bump it.
  std::uint32_t epoch() const { return epoch_; }

 protected:
  MessageContext() { first_.context = this; }
  ~MessageContext() = default;

  // Requires: words <= kLargestBudgetWords, or kUnlimited.
  void setBudget(std::uint64_t words) { internal::storeRelaxed(budgetWords_, words); }
  // The budget as it stands, used up or not.
  void setBudgetAsIn(const MessageContext& other) {
    setBudget(internal::loadRelaxed(other.budgetWords_));
  }
  void restoreFault(const Fault& fault) {
    clearFault();
    if (fault) recordFault(fault.kind, fault.segment, fault.wordOffset);
  }
  void clearFault() { internal::storeRelaxed(fault_, std::uint64_t{0}); }

  Segment first_;
  Segment* const* more_ = nullptr;
  std::uint32_t moreCount_ = 0;
  std::uint32_t epoch_ = 0;

 private:
  // Stands for a budget that could not give what was asked of it: no charge passes any more.
  static constexpr std::uint64_t kExhausted = kUnlimited - 1;

  bool exhaustBudget();
  static Fault unpackFault(std::uint64_t word);

  std::uint64_t budgetWords_ = kUnlimited;
  // kind in bits 56-63, segment in 32-55 (saturated), word in 0-31; 0 is no fault.
  std::uint64_t fault_ = 0;
  CapabilityTable* capabilities_ = nullptr;
};

}  // namespace capstan::inline CAPSTAN_ABI
