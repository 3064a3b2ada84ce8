// SPDX-License-Identifier: Apache-2.0
// What all views of one message share: its segments, its traversal budget and its first fault.
//
// A reader and an arena both are one. Views reach it through their segment. Threads: many threads
// may read through one context; budget and fault are relaxed words. Racing charges may each pass
// where one of them should not have, but the budget never grows, so the work stays bounded.
#pragma once

#include <cstdint>

#include "capstan/arena/segment.h"
#include "capstan/base/config.h"
#include "capstan/base/fault.h"
#include "capstan/base/relaxed.h"

namespace capstan::inline CAPSTAN_ABI {

// A budget that honest and hostile readers alike cannot use up.
inline constexpr std::uint64_t kUnlimited = ~std::uint64_t{0};

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

  // Takes `words` from the traversal budget. Returns: false when the budget does not have them;
  // the limit is then hit and stays hit until the budget is refilled.
  // Security: without a budget a small message whose pointers share one large target costs
  // unbounded work.
  bool charge(std::uint64_t words) {
    const std::uint64_t left = internal::loadRelaxed(budgetWords_);
    if (words > left) [[unlikely]]
      return exhaustBudget();
    internal::storeRelaxed(budgetWords_, left - words);
    return true;
  }
  std::uint64_t budgetWords() const { return internal::loadRelaxed(budgetWords_); }

  // Keeps the first fault; later ones are dropped.
  void recordFault(FaultKind kind, std::uint32_t segment, std::uint32_t wordOffset);
  Fault fault() const {
    const std::uint64_t word = internal::loadRelaxed(fault_);
    return word == 0 ? Fault() : unpackFault(word);
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

  void setBudget(std::uint64_t words) { internal::storeRelaxed(budgetWords_, words); }
  void clearFault() { internal::storeRelaxed(fault_, std::uint64_t{0}); }

  Segment first_;
  Segment* const* more_ = nullptr;
  std::uint32_t moreCount_ = 0;
  std::uint32_t epoch_ = 0;

 private:
  bool exhaustBudget();
  static Fault unpackFault(std::uint64_t word);

  std::uint64_t budgetWords_ = kUnlimited;
  // kind in bits 56-63, segment in 32-55 (saturated), word in 0-31; 0 is no fault.
  std::uint64_t fault_ = 0;
  CapabilityTable* capabilities_ = nullptr;
};

}  // namespace capstan::inline CAPSTAN_ABI
