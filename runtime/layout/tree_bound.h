// SPDX-License-Identifier: Apache-2.0
// The end of walks over what is no tree. A reader's budget and nesting limit bound a walk of it; a
// message being built has neither, and adoption can make an object its own descendant
// (PointerBuilder::adopt tells how much of that is caught).
#pragma once

#include <cstdint>

#include "capstan/layout/pointer_reader.h"

namespace capstan::inline CAPSTAN_ABI::internal {

// Counts what a walk passes: the words of a tree's objects and a word for each pointer are at most
// twice the words of the message.
class TreeBound {
 public:
  // Counts an object of `words` words that `from` leads to. Returns: false, with a nesting-limit
  // fault recorded, where that is more than a tree has, in a source without limits.
  bool take(const PointerReader& from, std::uint64_t words) {
    count_ += words + 1;
    if (count_ < bound_) [[likely]]
      return true;
    return takeSlow(from);
  }
  // Counts objects that have no pointers.
  void add(std::uint64_t words) { count_ += words; }

 private:
  bool takeSlow(const PointerReader& from);

  // Most walks are done before the words of their source have to be counted.
  std::uint64_t bound_ = 4096;
  std::uint64_t count_ = 0;
};

// The words of all segments.
std::uint64_t messageWords(MessageContext& message);

}  // namespace capstan::inline CAPSTAN_ABI::internal
