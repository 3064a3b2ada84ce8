// SPDX-License-Identifier: Apache-2.0
// An upstream memory resource that refuses: the n-th allocation and all after it, or none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <new>

#include "capstan/pool/buffer_pool.h"
#include "tests/support/pool_use.h"

namespace capstan {

class RefusingUpstream : public std::pmr::memory_resource {
 public:
  // Lets `count` more allocations through.
  void allow(std::uint64_t count) { left_ = count; }
  void allowAll() { left_ = ~std::uint64_t{0}; }
  std::uint64_t outstanding() const { return outstanding_; }

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    if (left_ == 0) throw std::bad_alloc();
    --left_;
    ++outstanding_;
    return std::pmr::new_delete_resource()->allocate(bytes, alignment);
  }
  void do_deallocate(void* data, std::size_t bytes, std::size_t alignment) override {
    --outstanding_;
    std::pmr::new_delete_resource()->deallocate(data, bytes, alignment);
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

  std::uint64_t left_ = ~std::uint64_t{0};
  std::uint64_t outstanding_ = 0;
};

// A pool of its own, whose memory comes from `upstream` (or the system).
inline BufferPool poolOver(std::pmr::memory_resource* upstream = nullptr) {
  return *BufferPool::create({.upstream = upstream});
}

using support::heldOf;

}  // namespace capstan
