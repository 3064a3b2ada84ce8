// SPDX-License-Identifier: Apache-2.0
// PoolCore: what the handles, threads and buffers of one pool share.
//
// Locks, in the order in which they are taken: the registry's (thread_cache.cc), then one core's.
// Upstream is never called under either: it is the user's code and may come back here.
//
// Life: a core is open while handles exist. The last handle closes it: caches are taken from all
// threads, cached memory goes upstream, `fastSlot` becomes 0 so that every later release comes the
// slow way. A closed core is freed by whoever returns its last piece of memory (`live` reaches 0).
//
// Budget, under the lock:  sharedBytes + grantedBytes + warmBytes <= maxRetainedBytes,
// where grantedBytes is what the magazines may hold at most, at most half of the whole. Hence the
// bound is strict, though the pool may hold less than it may.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <mutex>
#include <type_traits>

#include "capstan/pool/magazine.h"
#include "capstan/pool/size_class.h"

namespace capstan::inline CAPSTAN_ABI::internal {

// Places in PoolCore::counters after the buckets'.
inline constexpr unsigned kLargeIndex = kBucketCount;
inline constexpr unsigned kReservationIndex = kBucketCount + 1;

inline constexpr unsigned kMaxWarmRanges = 16;

// outstanding = acquired - released (these and those in live magazines);
// outstanding + cached == taken - returned when nobody is inside.
struct Counters {
  std::uint64_t acquired = 0;  // without a magazine, and by threads that have ended
  std::uint64_t released = 0;  // the same
  std::uint64_t misses = 0;
  std::uint64_t taken = 0;
  std::uint64_t returned = 0;
  std::uint64_t highWater = 0;
};

// The buffers of one bucket that no thread has, the hottest last. The array grows and stays.
struct SharedList {
  std::byte** pointers = nullptr;
  std::uint32_t count = 0;
  std::uint32_t capacity = 0;
  std::uint32_t lowWater = 0;  // the smallest count since the last decay: nobody needed these
};

struct WarmRange {
  std::byte* data = nullptr;
  std::size_t limitBytes = 0;
  std::size_t committedBytes = 0;
  std::size_t warmBytes = 0;
};

struct PoolCore : PoolCoreHead {
  constexpr PoolCore() noexcept = default;
  constexpr PoolCore(PoolCoreHead head, std::uint32_t ownSlot) noexcept
      : PoolCoreHead(head), slot(ownSlot) {}

  // Fixed when the pool is made.
  std::uint32_t slot = 0;  // in ThreadCaches; 0: no magazines for this pool
  bool scrubs = false;
  std::uint32_t decayIntervalMillis = 1000;
  std::size_t maxRetainedBytes = std::size_t{256} << 20;
  std::size_t maxMagazineBytes = std::size_t{1} << 20;
  std::pmr::memory_resource* upstream = nullptr;

  std::uint64_t handles = 1;  // atomic

  alignas(64) std::mutex mutex;
  // All below is guarded by the mutex.
  bool isOpen = true;
  std::uint64_t live = 0;  // taken - returned, over all counters
  std::size_t sharedBytes = 0;
  std::size_t grantedBytes = 0;
  std::size_t warmBytes = 0;
  std::size_t recentTouchedBytes = 0;  // of reservations: a maximum that fades
  std::uint64_t nextDecayMillis = 0;
  std::uint64_t trimGeneration = 0;
  ThreadCache* caches = nullptr;
  SharedList lists[kBucketCount];
  Counters counters[kBucketCount + 2];
  WarmRange warm[kMaxWarmRanges];  // the most recently used last
  std::uint32_t warmCount = 0;
  std::uint32_t warmLowWater = 0;

  PoolCore* nextCore = nullptr;  // guarded by the registry's lock
};

// The shared core is a constant-initialized global that nothing may destroy.
static_assert(std::is_trivially_destructible_v<PoolCore>);

// Memory that leaves the pool: collected under a lock, returned upstream by the destructor, which
// must run when the lock is gone (declare it first). The pieces are linked through their own first
// bytes, so collecting cannot fail.
class Surplus {
 public:
  Surplus() = default;
  Surplus(const Surplus&) = delete;
  Surplus& operator=(const Surplus&) = delete;
  ~Surplus();

  // Counts one buffer as returned. Requires: the core's lock. `index`: its counters.
  void add(PoolCore& core, unsigned index, std::byte* data, std::size_t bytes) noexcept;

  // Counts one range as returned. Requires: the core's lock; its first page is committed.
  void addRange(PoolCore& core, const WarmRange& range) noexcept;

 private:
  struct Piece;
  Piece* buffers_ = nullptr;
  Piece* ranges_ = nullptr;
  std::pmr::memory_resource* upstream_ = nullptr;
};

// A stay under the core's lock. Leaving, it frees a closed core that has no memory out any more.
class CoreVisit {
 public:
  explicit CoreVisit(PoolCore& core) noexcept : core_(core) { core.mutex.lock(); }
  CoreVisit(const CoreVisit&) = delete;
  CoreVisit& operator=(const CoreVisit&) = delete;
  ~CoreVisit();

 private:
  PoolCore& core_;
};

// Counts one piece taken from upstream. Requires: the core's lock.
void countTaken(PoolCore& core, unsigned index) noexcept;
void countReturned(PoolCore& core, unsigned index) noexcept;

// Returns: how much more may be retained. Requires: the core's lock.
[[nodiscard]] std::size_t freeBudgetBytes(const PoolCore& core) noexcept;

// shared_list.cc; all require the core's lock.
void pushShared(PoolCore& core, unsigned bucket, std::byte* data, Surplus& surplus) noexcept;
[[nodiscard]] std::byte* popShared(PoolCore& core, unsigned bucket) noexcept;
// Gives half of what nobody needed since the last time back, when the interval has passed.
void decayShared(PoolCore& core, std::uint64_t nowMillis, Surplus& surplus) noexcept;
void drainShared(PoolCore& core, Surplus& surplus) noexcept;

// reservation.cc; the lock is required.
void drainWarmRanges(PoolCore& core, std::uint32_t count, Surplus& surplus) noexcept;

// thread_cache.cc.
// Moves the counters of the magazine's word to the totals, which also sends the next call for
// upkeep away for kUpkeepBit / kOneAcquired acquires. Requires: the lock, the owning thread.
void foldMagazine(Magazine& magazine) noexcept;
// Makes the thread ready to have a cache of this core. Call it without a lock, before cacheOf.
void prepareThread(PoolCore& core) noexcept;
// Returns: this thread's cache, bound to the core; null without memory, slot, or late in the
// thread's life. Requires: the core's lock, an open core, prepareThread.
[[nodiscard]] ThreadCache* cacheOf(PoolCore& core) noexcept;
// Moves the magazine's `count` coldest buffers to the shared list. Requires: the lock.
void flushMagazine(PoolCore& core, ThreadCache& cache, unsigned bucket, std::uint64_t count,
                   Surplus& surplus) noexcept;
// Takes the magazine's grant and then its buffers, for which the lists then have room.
void revokeMagazine(PoolCore& core, ThreadCache& cache, unsigned bucket, Surplus& surplus) noexcept;
// Empties the cache and gives its grants back. Requires: the lock.
void flushCache(PoolCore& core, ThreadCache& cache, Surplus& surplus) noexcept;

// registry.cc.
void enterRegistry(PoolCore& core, bool wantsSlot) noexcept;
void closeCore(PoolCore& core) noexcept;
void destroyCore(PoolCore& core) noexcept;

extern constinit ThreadCache emptyThreadCache;
extern constinit PoolCore theSharedCore;

}  // namespace capstan::inline CAPSTAN_ABI::internal
