// SPDX-License-Identifier: Apache-2.0
// The stack of a walk through a message: one frame for each object that is not done.
#pragma once

#include <cstddef>
#include <cstring>
#include <new>
#include <type_traits>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::internal {

// Frames in place first, then on the heap. Walks are as deep as messages, which the machine's stack
// is not.
template <typename Frame>
class FrameStack {
  static_assert(std::is_trivially_copyable_v<Frame>);

 public:
  FrameStack() = default;
  FrameStack(const FrameStack&) = delete;
  FrameStack& operator=(const FrameStack&) = delete;
  ~FrameStack() { delete[] heap_; }

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  Frame& top() { return frames_[size_ - 1]; }
  Frame& operator[](std::size_t index) { return frames_[index]; }
  void pop() { --size_; }

  // Returns: false when there is no memory for another frame.
  bool push(const Frame& frame) {
    if (size_ == capacity_ && !grow()) [[unlikely]]
      return false;
    frames_[size_++] = frame;
    return true;
  }

 private:
  // As many as the default nesting limit: a message that was read never needs the heap.
  static constexpr std::size_t kFramesInPlace = 64;

  bool grow() {
    auto* more = new (std::nothrow) Frame[capacity_ * 2];
    if (more == nullptr) return false;
    std::memcpy(more, frames_, size_ * sizeof(Frame));
    delete[] heap_;
    frames_ = heap_ = more;
    capacity_ *= 2;
    return true;
  }

  Frame inPlace_[kFramesInPlace];
  Frame* frames_ = inPlace_;
  Frame* heap_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = kFramesInPlace;
};

}  // namespace capstan::inline CAPSTAN_ABI::internal
