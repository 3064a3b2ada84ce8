// SPDX-License-Identifier: Apache-2.0
// What a thread keeps at hand of a pool, and the two inlined halves of the fast path.
//
//   threadCaches[core.fastSlot] --> ThreadCache { core, magazines[bucket] --> Magazine }
//
// A magazine is an array of pointers that stands beside the buffers: links inside the buffers
// would touch a cold line of each, and those of page-aligned buffers all fall into one cache set.
// Every slot starts at an empty cache that belongs to no core, so the fast path tests "is this
// cache mine" and needs no null test, no once-flag and no destructor.
//
// Threads: a magazine has one writer, its thread. Others read the counters (statistics) and, when a
// pool closes, the pointers below `count`; see ThreadCache::core. For internal use of pool/.
#pragma once

#include <cstddef>
#include <cstdint>

#include "capstan/base/relaxed.h"
#include "capstan/pool/size_class.h"

namespace capstan::inline CAPSTAN_ABI::internal {

// 32 pointers: moving half of them per lock makes the lock's share of one acquire about 2 ns.
inline constexpr unsigned kMagazineSlots = 32;

// Buckets up to 1 MiB have magazines; a lock is nothing beside the filling of a larger buffer.
inline constexpr unsigned kMagazineBuckets = 12;

// Pools alive at one time that have magazines. A pool made beyond these works under its lock.
// Slot 0 belongs to no pool: its cache stays the empty one. Slot 1 is BufferPool::shared().
inline constexpr unsigned kCoreSlots = 64;

struct PoolCore;

// The part of a pool that the fast path reads: written when the pool is made or closed.
struct PoolCoreHead {
  // The index into threadCaches; 0 sends every call the slow way (a pool that is closed, scrubs,
  // poisons, or found no free slot).
  std::uint32_t fastSlot = 0;
  std::size_t minBufferBytes = kMinBucketBytes;
};

struct Magazine {
  std::uint32_t count = 0;     // pointers in `slots`; stored with release order
  std::uint32_t capacity = 0;  // 0 until the pool has granted bytes for this magazine
  std::uint64_t acquired = 0;  // by this thread, ever; counted by acquire itself
  std::uint64_t released = 0;  // by this thread, ever; counted by release itself
  std::uint64_t upkeepAt = 0;  // the value of `acquired` that sends one call the slow way
  std::byte* slots[kMagazineSlots] = {};
};

struct ThreadCache {
  // Whose buffers these are. The thread sets it; a closing pool resets it to null. Release looks
  // at it again after its push, so that either the closer finds the pointer or the thread learns
  // that the pool has closed (the closer orders the two with membarrier).
  const PoolCoreHead* core = nullptr;
  Magazine magazines[kMagazineBuckets] = {};
  // Slow-path state, under the core's lock.
  PoolCore* boundCore = nullptr;
  ThreadCache* next = nullptr;
  ThreadCache* previous = nullptr;
  std::uint64_t upkeepAcquired[kMagazineBuckets] = {};
  std::uint32_t takenByCloser[kMagazineBuckets] = {};
  std::uint64_t trimGeneration = 0;
};

// Initial-exec: an inlined access is two instructions in a shared library too. constinit spares
// the guard function that an extern thread_local would otherwise need.
extern constinit thread_local ThreadCache* threadCaches[kCoreSlots]
    __attribute__((tls_model("initial-exec")));

// Returns: a buffer of the bucket, or null: then the caller takes the slow way.
// Cost: about 0.7 ns (PoolAcquireRelease bench).
inline std::byte* popFromMagazine(const PoolCoreHead& core, unsigned bucket) noexcept {
  ThreadCache& cache = *threadCaches[loadRelaxed(core.fastSlot)];
  if (bucket >= kMagazineBuckets || loadRelaxed(cache.core) != &core) [[unlikely]] return nullptr;
  Magazine& magazine = cache.magazines[bucket];
  const std::uint32_t count = magazine.count;
  const std::uint64_t acquired = magazine.acquired;
  if ((count == 0) | (acquired == magazine.upkeepAt)) [[unlikely]] return nullptr;
  std::byte* const data = magazine.slots[count - 1];
  storeRelaxed(magazine.acquired, acquired + 1);
  storeRelease(magazine.count, count - 1);
  return data;
}

// The pool closed while this thread pushed: takes the buffers that the closer did not see back
// out of the cache and returns them upstream.
void reclaimAfterClose(ThreadCache& cache) noexcept;

// Returns: false when the caller must take the slow way.
// Cost: about 0.7 ns (PoolAcquireRelease bench).
inline bool pushToMagazine(const PoolCoreHead& core, unsigned bucket, std::byte* data) noexcept {
  ThreadCache& cache = *threadCaches[loadRelaxed(core.fastSlot)];
  if (bucket >= kMagazineBuckets || loadRelaxed(cache.core) != &core) [[unlikely]] return false;
  Magazine& magazine = cache.magazines[bucket];
  const std::uint32_t count = magazine.count;
  if (count >= magazine.capacity) [[unlikely]] return false;
  magazine.slots[count] = data;
  addRelaxed(magazine.released, std::uint64_t{1});
  storeRelease(magazine.count, count + 1);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  if (loadRelaxed(cache.core) == nullptr) [[unlikely]] reclaimAfterClose(cache);
  return true;
}

}  // namespace capstan::inline CAPSTAN_ABI::internal
