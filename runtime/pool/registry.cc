// SPDX-License-Identifier: Apache-2.0
#include "runtime/pool/registry.h"

#include <linux/membarrier.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <bit>
#include <cstdlib>
#include <mutex>

namespace capstan::inline CAPSTAN_ABI::internal {

// Slot 1, no handles to count, and the defaults of everything else.
constinit PoolCore theSharedCore{PoolCoreHead{.fastSlot = kPoisons ? 0U : 1U, .isCounted = false},
                                 /*slot=*/1};

namespace {

struct Registry {
  std::mutex mutex;
  PoolCore* cores = &theSharedCore;
  std::uint64_t usedSlots = 0b11;  // 0: nobody's; 1: the shared pool's
  bool isSetUp = false;
  bool hasThreadKey = false;
  pthread_key_t threadKey{};
};
static_assert(kCoreSlots == 64, "usedSlots has a bit for each slot");
static_assert(std::is_trivially_destructible_v<Registry>, "pools may end after it");

constinit Registry registry;

void lockForFork() noexcept {
  registry.mutex.lock();
  for (PoolCore* core = registry.cores; core != nullptr; core = core->nextCore) core->mutex.lock();
}

void unlockAfterFork() noexcept {
  for (PoolCore* core = registry.cores; core != nullptr; core = core->nextCore) {
    core->mutex.unlock();
  }
  registry.mutex.unlock();
}

void foldCounters(PoolCore& core, const ThreadCache& cache) noexcept {
  for (unsigned bucket = 0; bucket < kMagazineBuckets; ++bucket) {
    const Magazine& magazine = cache.magazines[bucket];
    const std::uint64_t word = loadRelaxed(magazine.state);
    core.counters[bucket].acquired += magazine.acquiredTotal + MagazineState::acquired(word);
    core.counters[bucket].released += magazine.releasedTotal + MagazineState::released(word);
  }
}

void unlinkCache(PoolCore& core, const ThreadCache& cache) noexcept {
  ThreadCache** link = &core.caches;
  while (*link != &cache) link = &(*link)->next;
  *link = cache.next;
}

// The other threads do not exist in the child and may have been anywhere in the fast path: their
// caches are forgotten, buffers and all, and count as returned.
void dropOtherThreads(PoolCore& core) noexcept {
  const ThreadCache* const own = threadCaches.slots[core.slot];
  for (ThreadCache* cache = core.caches; cache != nullptr; cache = cache->next) {
    if (cache == own) continue;
    foldCounters(core, *cache);
    unlinkCache(core, *cache);
    for (unsigned bucket = 0; bucket < kMagazineBuckets; ++bucket) {
      const Magazine& magazine = cache->magazines[bucket];
      core.grantedBytes -= magazine.capacity * bucketBytes(bucket);
      const std::uint64_t count = MagazineState::count(loadRelaxed(magazine.state));
      core.counters[bucket].returned += count;
      core.live -= count;
    }
  }
}

void continueInChild() noexcept {
  for (PoolCore* core = registry.cores; core != nullptr; core = core->nextCore) {
    dropOtherThreads(*core);
  }
  unlockAfterFork();
}

// Requires: the registry's lock.
void setUpOnce() noexcept {
  if (registry.isSetUp) return;
  registry.isSetUp = true;
  ::pthread_atfork(lockForFork, unlockAfterFork, continueInChild);
  registry.hasThreadKey =
      ::pthread_key_create(&registry.threadKey, [](void*) { endThread(); }) == 0;
  ::syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0);
}

// Orders what this thread has stored before what it loads next, against the other threads'
// compiler barrier in pushToMagazine. Where the kernel has no membarrier, a buffer pushed at the
// very moment of the closing may stay in its thread's cache until that thread ends.
void fenceAllThreads() noexcept {
  ::syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
}

// Requires: both locks; no acquire is running (there are no handles), releases may be.
void takeFromThreads(PoolCore& core, Surplus& surplus) noexcept {
  if (core.caches == nullptr) return;
  for (ThreadCache* cache = core.caches; cache != nullptr; cache = cache->next) {
    storeRelaxed(cache->core, static_cast<const PoolCoreHead*>(nullptr));
  }
  fenceAllThreads();
  for (ThreadCache* cache = core.caches; cache != nullptr; cache = cache->next) {
    for (unsigned bucket = 0; bucket < kMagazineBuckets; ++bucket) {
      const Magazine& magazine = cache->magazines[bucket];
      const std::uint64_t count = MagazineState::count(loadAcquire(magazine.state));
      cache->takenByCloser[bucket] = static_cast<std::uint32_t>(count);
      for (std::uint64_t i = 0; i < count; ++i) {
        surplus.add(core, bucket, magazine.slots[i], bucketBytes(bucket));
      }
    }
  }
  core.caches = nullptr;
}

}  // namespace

bool watchThreadEnd() noexcept {
  const std::lock_guard lock(registry.mutex);
  setUpOnce();
  return registry.hasThreadKey && ::pthread_setspecific(registry.threadKey, &registry) == 0;
}

void awaitCloser() noexcept { const std::lock_guard lock(registry.mutex); }

bool unbindEndingThread(ThreadCache& cache, Surplus& surplus) noexcept {
  const std::lock_guard registryLock(registry.mutex);
  if (loadRelaxed(cache.core) == nullptr) return false;
  PoolCore& core = *cache.boundCore;
  const std::lock_guard lock(core.mutex);
  flushCache(core, cache, surplus);
  foldCounters(core, cache);
  unlinkCache(core, cache);
  return true;
}

void enterRegistry(PoolCore& core, bool wantsSlot) noexcept {
  const std::lock_guard lock(registry.mutex);
  setUpOnce();
  core.nextCore = registry.cores;
  registry.cores = &core;
  const auto slot = static_cast<std::uint32_t>(std::countr_one(registry.usedSlots));
  if (!wantsSlot || slot >= kCoreSlots) return;
  registry.usedSlots |= std::uint64_t{1} << slot;
  core.slot = slot;
  if (!kPoisons && !core.scrubs) core.fastSlot = slot;
}

void closeCore(PoolCore& core) noexcept {
  Surplus surplus;
  bool isLast = false;
  {
    const std::lock_guard registryLock(registry.mutex);
    const std::lock_guard lock(core.mutex);
    core.isOpen = false;
    storeRelaxed(core.fastSlot, 0U);
    takeFromThreads(core, surplus);
    drainShared(core, surplus);
    if (core.slot != 0) registry.usedSlots &= ~(std::uint64_t{1} << core.slot);
    isLast = core.live == 0;
  }
  if (isLast) destroyCore(core);
}

void destroyCore(PoolCore& core) noexcept {
  {
    const std::lock_guard lock(registry.mutex);
    PoolCore** link = &registry.cores;
    while (*link != &core) link = &(*link)->nextCore;
    *link = core.nextCore;
  }
  for (SharedList& list : core.lists) std::free(list.pointers);
  delete &core;
}

}  // namespace capstan::inline CAPSTAN_ABI::internal
