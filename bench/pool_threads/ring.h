// SPDX-License-Identifier: Apache-2.0
// A ring between one producer and one consumer, which move batches. Whoever must wait yields.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <thread>
#include <utility>

namespace capstan::bench {

inline constexpr std::size_t kRingBatch = 16;
inline constexpr std::size_t kRingBatches = 4;

template <typename Item>
class Ring {
 public:
  void push(Item (&batch)[kRingBatch]) {
    const std::size_t pushed = pushed_.load(std::memory_order_relaxed);
    while (pushed - popped_.load(std::memory_order_acquire) == kRingBatches) {
      std::this_thread::yield();
    }
    move(batch, batches_[pushed % kRingBatches].data());
    pushed_.store(pushed + 1, std::memory_order_release);
  }

  // Returns: false when the ring is closed and empty.
  bool pop(Item (&batch)[kRingBatch]) {
    const std::size_t popped = popped_.load(std::memory_order_relaxed);
    while (pushed_.load(std::memory_order_acquire) == popped) {
      if (isClosed_.load(std::memory_order_acquire) &&
          pushed_.load(std::memory_order_acquire) == popped) {
        return false;
      }
      std::this_thread::yield();
    }
    move(batches_[popped % kRingBatches].data(), batch);
    popped_.store(popped + 1, std::memory_order_release);
    return true;
  }

  void close() { isClosed_.store(true, std::memory_order_release); }

 private:
  static void move(Item* from, Item* to) {
    for (std::size_t i = 0; i < kRingBatch; ++i) to[i] = std::move(from[i]);
  }

  alignas(64) std::atomic<std::size_t> pushed_{0};
  alignas(64) std::atomic<std::size_t> popped_{0};
  std::atomic<bool> isClosed_{false};
  std::array<std::array<Item, kRingBatch>, kRingBatches> batches_;
};

}  // namespace capstan::bench
