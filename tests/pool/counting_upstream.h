// SPDX-License-Identifier: Apache-2.0
// A memory_resource that counts what is out, checks what comes back, and can be told to fail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory_resource>
#include <mutex>
#include <new>

namespace capstan {

class CountingUpstream : public std::pmr::memory_resource {
 public:
  // Lets this many further allocations succeed; all later ones throw std::bad_alloc.
  void failAfter(std::size_t allocations) {
    const std::lock_guard lock(mutex_);
    allowed_ = allocations;
  }
  void neverFail() { failAfter(SIZE_MAX); }

  std::size_t outstanding() const {
    const std::lock_guard lock(mutex_);
    return sizes_.size();
  }
  std::size_t outstandingBytes() const {
    const std::lock_guard lock(mutex_);
    return bytes_;
  }
  std::size_t allocations() const {
    const std::lock_guard lock(mutex_);
    return allocations_;
  }
  std::size_t mismatches() const {
    const std::lock_guard lock(mutex_);
    return mismatches_;
  }

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    const std::lock_guard lock(mutex_);
    if (allowed_ == 0) throw std::bad_alloc();
    --allowed_;
    void* const data = ::operator new (bytes, std::align_val_t{alignment});
    sizes_[data] = bytes;
    bytes_ += bytes;
    ++allocations_;
    return data;
  }

  void do_deallocate(void* data, std::size_t bytes, std::size_t alignment) override {
    const std::lock_guard lock(mutex_);
    const auto found = sizes_.find(data);
    if (found == sizes_.end() || found->second != bytes) {
      ++mismatches_;
      return;
    }
    sizes_.erase(found);
    bytes_ -= bytes;
    ::operator delete (data, std::align_val_t{alignment});
  }

  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }

  mutable std::mutex mutex_;
  std::map<void*, std::size_t> sizes_;
  std::size_t bytes_ = 0;
  std::size_t allocations_ = 0;
  std::size_t mismatches_ = 0;
  std::size_t allowed_ = SIZE_MAX;
};

}  // namespace capstan
