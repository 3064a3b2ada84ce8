// SPDX-License-Identifier: Apache-2.0
// What a thread keeps at hand of a pool, and the two inlined halves of the fast path.
//
//   threadCaches.slots[core.fastSlot] --> ThreadCache { core, magazines[bucket] --> Magazine }
//
// A magazine is an array of pointers that stands beside the buffers: links inside the buffers
// would touch a cold line of each, and those of page-aligned buffers all fall into one cache set.
// Every slot starts at an empty cache that belongs to no core, so the fast path tests "is this
// cache mine" and needs no null test, no once-flag and no destructor.
//
// Threads: a magazine has one writer, its thread. Others read the counters (statistics) and, when a
// pool closes, the pointers below the count; see ThreadCache::core. For internal use of pool/.
#pragma once

#include <cstddef>
#include <cstdint>

#include "capstan/base/relaxed.h"
#include "capstan/pool/size_class.h"

namespace capstan::inline CAPSTAN_ABI::internal {

// 28 pointers make a magazine 256 bytes, so that indexing is a shift; moving half of them per lock
// makes the lock's share of one acquire about 2 ns.
inline constexpr unsigned kMagazineSlots = 28;

// Buckets up to 1 MiB have magazines; a lock is nothing beside the filling of a larger buffer.
inline constexpr unsigned kMagazineBuckets = 12;

// Pools alive at one time that have magazines. A pool made beyond these works under its lock.
// Slot 0 belongs to no pool: its cache stays the empty one. Slot 1 is BufferPool::shared().
inline constexpr unsigned kCoreSlots = 64;

struct PoolCore;

// The part of a pool that the fast path reads: written when the pool is made or closed.
struct PoolCoreHead {
  // The index into threadCaches.slots; 0 sends every call the slow way (a pool that is closed,
  // scrubs, poisons, or found no free slot).
  std::uint32_t fastSlot = 0;
  bool isCounted = true;  // false: the shared pool, which no handle keeps open
  std::size_t minBufferBytes = kMinBucketBytes;
};

// What changes on each call stands in one word, because a load that waits for the store before it
// is what the fast path's time goes to (three words: 3.0 ns a pair, one word: 2.3):
//
//    63            32 31      22     8 7      0
//   +----------------+--------+-------+--------+
//   |    released    |        acquired|  count |
//   +----------------+--------+-------+--------+
//                             ^ bit 22, kUpkeepBit: set by the 16,384th acquire since the last
//                               slow visit, it sends one acquire the slow way
//
// Neither counter can overflow: a slow visit moves both to the totals beside them, and comes at the
// latest when the bit is set, or when releases without acquires have filled the magazine.
struct MagazineState {
  static constexpr std::uint64_t kCountMask = 0xff;
  static constexpr std::uint64_t kOneAcquired = std::uint64_t{1} << 8;
  static constexpr std::uint64_t kUpkeepBit = std::uint64_t{1} << 22;
  static constexpr std::uint64_t kOneReleased = std::uint64_t{1} << 32;

  static constexpr std::uint64_t count(std::uint64_t word) noexcept { return word & kCountMask; }
  static constexpr std::uint64_t acquired(std::uint64_t word) noexcept {
    return (word & (kOneReleased - 1)) / kOneAcquired;
  }
  static constexpr std::uint64_t released(std::uint64_t word) noexcept {
    return word / kOneReleased;
  }
};

struct Magazine {
  std::uint64_t state = 0;          // a MagazineState word; stored with release order
  std::uint64_t capacity = 0;       // 0 until the pool has granted bytes for this magazine
  std::uint64_t acquiredTotal = 0;  // of earlier words, like the next under the core's lock
  std::uint64_t releasedTotal = 0;
  std::byte* slots[kMagazineSlots] = {};
};
static_assert(sizeof(Magazine) == 256);

struct alignas(64) ThreadCache {
  Magazine magazines[kMagazineBuckets] = {};
  // Whose buffers these are. The thread sets it; a closing pool resets it to null. Release looks
  // at it again after its push, so that either the closer finds the pointer or the thread learns
  // that the pool has closed (the closer orders the two with membarrier).
  const PoolCoreHead* core = nullptr;
  // For the slow path, under the core's lock.
  PoolCore* boundCore = nullptr;  // like `core`, but it outlasts the closing
  ThreadCache* next = nullptr;
  std::uint64_t nextDecayMillis = 0;
  std::uint64_t trimGeneration = 0;
  std::uint64_t usesAtDecay[kMagazineBuckets] = {};
  std::uint32_t takenByCloser[kMagazineBuckets] = {};
};

struct ThreadCaches {
  ThreadCache* slots[kCoreSlots];
  constexpr ThreadCaches() noexcept;
};

// Initial-exec: an inlined access is two instructions in a shared library too. constinit spares
// the guard function that an extern thread_local would otherwise need.
extern constinit thread_local ThreadCaches threadCaches __attribute__((tls_model("initial-exec")));

// The empty statement keeps the address in one register: left alone, both compilers fold it into
// each access, and those forms forward stores to loads more slowly (0.9 ns a pair).
inline Magazine* magazineOf(ThreadCache& cache, unsigned bucket) noexcept {
  Magazine* magazine = &cache.magazines[bucket];
  asm("" : "+r"(magazine));
  return magazine;
}

// Returns: a buffer of the bucket, or null: then the caller takes the slow way.
// Cost: 1.1 ns, where malloc and free of 1 KiB cost 8.2.
inline std::byte* popFromMagazine(const PoolCoreHead& core, unsigned bucket) noexcept {
  using State = MagazineState;
  ThreadCache& cache = *threadCaches.slots[loadRelaxed(core.fastSlot)];
  if (bucket >= kMagazineBuckets || loadRelaxed(cache.core) != &core) [[unlikely]]
    return nullptr;
  Magazine* const magazine = magazineOf(cache, bucket);
  const std::uint64_t word = loadRelaxed(magazine->state);
  const std::uint64_t last = (word & (State::kCountMask | State::kUpkeepBit)) - 1;
  // Wraps around for an empty magazine: one comparison for both.
  if (last >= State::kUpkeepBit - 1) [[unlikely]]
    return nullptr;
  std::byte* const data = magazine->slots[last];
  storeRelease(magazine->state, word + State::kOneAcquired - 1);
  return data;
}

// The pool closed while this thread pushed: takes the buffers that the closer did not see back
// out of the cache and returns them upstream.
void reclaimAfterClose(ThreadCache& cache) noexcept;

// Returns: false when the caller must take the slow way.
// Cost: 1.1 ns.
inline bool pushToMagazine(const PoolCoreHead& core, unsigned bucket, std::byte* data) noexcept {
  ThreadCache& cache = *threadCaches.slots[loadRelaxed(core.fastSlot)];
  if (bucket >= kMagazineBuckets || loadRelaxed(cache.core) != &core) [[unlikely]]
    return false;
  Magazine* const magazine = magazineOf(cache, bucket);
  const std::uint64_t word = loadRelaxed(magazine->state);
  const std::uint64_t count = MagazineState::count(word);
  if (count >= magazine->capacity) [[unlikely]]
    return false;
  magazine->slots[count] = data;
  storeRelease(magazine->state, word + MagazineState::kOneReleased + 1);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  if (loadRelaxed(cache.core) == nullptr) [[unlikely]]
    reclaimAfterClose(cache);
  return true;
}

}  // namespace capstan::inline CAPSTAN_ABI::internal
