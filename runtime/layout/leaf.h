// SPDX-License-Identifier: Apache-2.0
// Pointers to texts and data in their own segment: most pointers of most messages. Walks over whole
// messages take runs of them in a loop of their own, without a view or a frame for each.
#pragma once

#include "capstan/layout/follow.h"

namespace capstan::inline CAPSTAN_ABI::internal {

// The bytes that a pointer leads to.
struct Leaf {
  const std::byte* at;
  std::uint32_t bytes;
  std::uint64_t words;
};

// What a run of leaves takes from the budget, charged in one piece at the end. While the run lasts
// the budget is looked at as it was when the run started.
class LeafRun {
 public:
  explicit LeafRun(const Segment& segment)
      : segment_(segment), budgetWords_(segment.context->budgetWords()) {}
  LeafRun(const LeafRun&) = delete;
  LeafRun& operator=(const LeafRun&) = delete;
  ~LeafRun() {
    if (takenWords_ != 0) segment_.context->charge(takenWords_);
  }

  // Opens the pointer at `at`. Returns: false, with nothing charged or recorded, for what is to be
  // followed in full: any other pointer, and what is out of bounds or uses up the budget.
  bool open(const std::byte* at, Leaf& leaf) {
    const WirePointer pointer = WirePointer::load(at);
    if ((pointer.bits() & kListShapeMask) != listShape(ElementSize::kByte)) return false;
    const std::uint64_t first = targetWord(segment_, at, pointer);
    const std::uint64_t words = wordsForBytes(pointer.listCount());
    const bool isInBounds = segment_.holds(first, words);
    // check: leaf-bounds, leaf-budget
    if (isInBounds && words < budgetWords_ - takenWords_) [[likely]] {
      takenWords_ += words;
      leaf = {segment_.begin + first * kBytesPerWord, pointer.listCount(), words};
      return true;
    }
    return false;
  }

  std::uint64_t takenWords() const { return takenWords_; }
  // Undoes what was opened since takenWords() was `words`.
  void giveBackTo(std::uint64_t words) { takenWords_ = words; }

 private:
  const Segment& segment_;
  const std::uint64_t budgetWords_;
  std::uint64_t takenWords_ = 0;
};

}  // namespace capstan::inline CAPSTAN_ABI::internal
