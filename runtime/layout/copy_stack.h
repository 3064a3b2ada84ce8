// SPDX-License-Identifier: Apache-2.0
// The stack of a walk that copies: one frame for each object whose pointers are not all done.
#pragma once

#include <cstddef>
#include <cstdint>

#include "capstan/arena/segment.h"
#include "capstan/wire/pointer.h"
#include "runtime/layout/frame_stack.h"

namespace capstan::inline CAPSTAN_ABI::internal {

// Where a walk stands in an object of the source and in its copy: at a pointer that is not null.
struct CopyFrame {
  const Segment* fromSegment;
  const std::byte* from;
  Segment* toSegment;
  std::byte* to;               // null when only measuring
  std::uint32_t pointersLeft;  // in this element, the one at hand included
  std::uint32_t elementsLeft;  // after this one
  std::uint32_t pointersPerElement;
  std::uint32_t fromSkipBytes;  // from the last of these pointers to the next element's first
  std::uint32_t toSkipBytes;
  std::uint16_t depth;

  void step(std::size_t fromBytes, std::size_t toBytes) {
    from += fromBytes;
    if (to != nullptr) to += toBytes;
  }

  // Goes on, from the pointer at hand, to one that is not null. Returns: false if there is none.
  bool seek() {
    for (;;) {
      for (; pointersLeft != 0; --pointersLeft) {
        if (!WirePointer::load(from).isNull()) return true;
        step(kBytesPerWord, kBytesPerWord);
      }
      if (elementsLeft == 0) return false;
      --elementsLeft;
      pointersLeft = pointersPerElement;
      step(fromSkipBytes, toSkipBytes);
    }
  }

  // Goes on to the next pointer that is not null. Returns: false if there is none.
  bool next() {
    step(kBytesPerWord, kBytesPerWord);
    --pointersLeft;
    return seek();
  }
};

using CopyStack = FrameStack<CopyFrame>;

}  // namespace capstan::inline CAPSTAN_ABI::internal
