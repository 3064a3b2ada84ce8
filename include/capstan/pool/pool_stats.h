// SPDX-License-Identifier: Apache-2.0
// What a pool tells about itself. Plain numbers; see BufferPool::stats().
//
// While no thread is inside the pool, for each bucket, for the large buffers and the reservations:
//
//     outstanding + cached == taken - returned
//
// The left side is counted by acquire and release and by looking into magazines and lists, the
// right side where upstream is called: the identity is a check, not a definition.
#pragma once

#include <array>
#include <cstdint>

#include "capstan/base/config.h"
#include "capstan/pool/size_class.h"

namespace capstan::inline CAPSTAN_ABI {

struct BucketStats {
  std::uint64_t hits = 0;         // acquires served from a magazine or the shared list
  std::uint64_t misses = 0;       // acquires that had to ask upstream, refusals included
  std::uint64_t outstanding = 0;  // in the hands of callers
  std::uint64_t cached = 0;       // waiting in magazines and the shared list
  std::uint64_t highWater = 0;    // the most that were taken from upstream at one time
  std::uint64_t taken = 0;        // given by upstream, ever
  std::uint64_t returned = 0;     // given back to upstream, ever

  [[nodiscard]] bool isBalanced() const noexcept {
    return outstanding + cached == taken - returned;
  }
};

struct PoolStats {
  std::array<BucketStats, kBucketCount> buckets;
  BucketStats large;         // above the largest bucket: never cached
  BucketStats reservations;  // address space ranges that grow in place
  std::uint64_t cachedBytes =
      0;  // memory that waits in the pool, touched reservation pages included

  [[nodiscard]] bool isBalanced() const noexcept {
    for (const BucketStats& bucket : buckets) {
      if (!bucket.isBalanced()) return false;
    }
    return large.isBalanced() && reservations.isBalanced();
  }
};

}  // namespace capstan::inline CAPSTAN_ABI
