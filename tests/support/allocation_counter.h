// SPDX-License-Identifier: Apache-2.0
// Counts the allocations of a stretch of code, or makes one of them fail: malloc, calloc, realloc,
// aligned_alloc, posix_memalign, memalign and mmap are interposed in the test program, and operator
// new comes to malloc.
//
// Threads: counts the calling thread's, or every thread's. Under a sanitizer, which interposes
// these itself, nothing is counted: ask available() and skip.
#pragma once

#include <cstdint>

namespace capstan::support {

class AllocationCounter {
 public:
  enum class Scope { kThisThread, kAllThreads };

  // Counts from here on.
  explicit AllocationCounter(Scope scope = Scope::kThisThread);

  // Returns: the calls since construction or the last restart(); a failed one counts too.
  std::uint64_t count() const;
  // Returns: the bytes that these calls asked for.
  std::uint64_t bytes() const;
  void restart();

  // Returns: whether this program counts at all.
  static bool available();

 private:
  Scope scope_;
  std::uint64_t startCount_ = 0;
  std::uint64_t startBytes_ = 0;
};

// The blocks of malloc and its kin that are allocated now, by all threads.
std::int64_t liveBlocks();

// Makes one allocation of the calling thread fail: the one after `before` more. At most one object
// of this class lives per thread.
class FailingAllocation {
 public:
  explicit FailingAllocation(std::uint64_t before);
  ~FailingAllocation();
  FailingAllocation(const FailingAllocation&) = delete;
  FailingAllocation& operator=(const FailingAllocation&) = delete;

  // Whether it came to that.
  bool hasFailed() const;
};

}  // namespace capstan::support

// Leaves the test, as skipped, where allocations are not counted.
#define CAPSTAN_REQUIRE_ALLOCATION_COUNTER_OR_SKIP()       \
  if (!::capstan::support::AllocationCounter::available()) \
  GTEST_SKIP() << "allocations are not counted in this (sanitized) build"
