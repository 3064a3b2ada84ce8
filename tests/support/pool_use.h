// SPDX-License-Identifier: Apache-2.0
// What callers hold of a pool, by its own counters.
#pragma once

#include <cstdint>

#include "capstan/pool/buffer_pool.h"

namespace capstan::support {

// Buffers and reservations.
inline std::uint64_t heldOf(const BufferPool& pool) {
  const PoolStats stats = pool.stats();
  std::uint64_t held = stats.large.outstanding + stats.reservations.outstanding;
  for (const BucketStats& bucket : stats.buckets) held += bucket.outstanding;
  return held;
}

// Without those that are too large for the buckets.
inline std::uint64_t heldBytesOf(const BufferPool& pool) {
  const PoolStats stats = pool.stats();
  std::uint64_t bytes = 0;
  for (unsigned i = 0; i < kBucketCount; ++i) {
    bytes += stats.buckets[i].outstanding * bucketBytes(i);
  }
  return bytes;
}

}  // namespace capstan::support
