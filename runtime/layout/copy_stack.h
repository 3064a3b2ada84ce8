// SPDX-License-Identifier: Apache-2.0
// The stack of a walk that copies: one frame for each object whose pointers are not all done.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

#include "capstan/arena/segment.h"
#include "capstan/wire/pointer.h"

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

class CopyStack {
 public:
  CopyStack() = default;
  CopyStack(const CopyStack&) = delete;
  CopyStack& operator=(const CopyStack&) = delete;
  ~CopyStack() { delete[] heap_; }

  bool empty() const { return size_ == 0; }
  CopyFrame& top() { return frames_[size_ - 1]; }
  void pop() { --size_; }

  // Returns: false when there is no memory for another frame.
  bool push(const CopyFrame& frame) {
    if (size_ == capacity_ && !grow()) [[unlikely]]
      return false;
    frames_[size_++] = frame;
    return true;
  }

 private:
  // As many as the default nesting limit: a message that was read never needs the heap.
  static constexpr std::size_t kFramesInPlace = 64;

  bool grow() {
    auto* more = new (std::nothrow) CopyFrame[capacity_ * 2];
    if (more == nullptr) return false;
    std::memcpy(more, frames_, size_ * sizeof(CopyFrame));
    delete[] heap_;
    frames_ = heap_ = more;
    capacity_ *= 2;
    return true;
  }

  CopyFrame inPlace_[kFramesInPlace];
  CopyFrame* frames_ = inPlace_;
  CopyFrame* heap_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = kFramesInPlace;
};

}  // namespace capstan::inline CAPSTAN_ABI::internal
