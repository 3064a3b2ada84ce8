// SPDX-License-Identifier: Apache-2.0
// Counts the allocations of an untimed stretch: malloc, calloc, realloc, aligned_alloc,
// posix_memalign, memalign and mmap are interposed in each benchmark program (operator new comes to
// malloc).
//
// Outside a pass an interposed call costs one test of a flag, so that a peer that allocates is
// timed as it would be without this.
#pragma once

#include <cstdint>

namespace capstan::bench {

// Counts from construction to count(), on all threads. One pass at a time.
class AllocationPass {
 public:
  AllocationPass();
  ~AllocationPass();
  std::uint64_t count() const;
};

}  // namespace capstan::bench
