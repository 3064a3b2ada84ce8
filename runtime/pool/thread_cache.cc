// SPDX-License-Identifier: Apache-2.0
// Binding of threads to pools, and the emptying of magazines.
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "runtime/pool/pool_core.h"
#include "runtime/pool/registry.h"

namespace capstan::inline CAPSTAN_ABI::internal {

constinit ThreadCache emptyThreadCache;

constexpr ThreadCaches::ThreadCaches() noexcept : slots{} {
  for (ThreadCache*& slot : slots) slot = &emptyThreadCache;
}

constinit thread_local ThreadCaches threadCaches __attribute__((tls_model("initial-exec")));

namespace {

// Set when the thread's end has emptied its caches: what is released later by destructors of
// other thread-specific data goes to the shared lists.
constinit thread_local bool threadHasEnded = false;

// Makes an unbound cache empty. Its old contents belong to nobody.
void resetCache(ThreadCache& cache) noexcept {
  for (Magazine& magazine : cache.magazines) {
    magazine.capacity = magazine.acquiredTotal = magazine.releasedTotal = 0;
    storeRelease(magazine.state, std::uint64_t{0});
  }
  std::memset(cache.usesAtDecay, 0, sizeof(cache.usesAtDecay));
  std::memset(cache.takenByCloser, 0, sizeof(cache.takenByCloser));
  cache.boundCore = nullptr;
}

}  // namespace

void prepareThread(PoolCore& core) noexcept {
  if (core.slot == 0 || threadHasEnded) return;
  ThreadCache*& slot = threadCaches.slots[core.slot];
  if (loadRelaxed(slot->core) == &core) return;
  if (!watchThreadEnd()) return;
  if (slot == &emptyThreadCache) {
    void* const memory = std::aligned_alloc(alignof(ThreadCache), sizeof(ThreadCache));
    if (memory == nullptr) return;
    slot = ::new (memory) ThreadCache;
    resetCache(*slot);
  } else if (loadRelaxed(slot->core) == nullptr) {
    reclaimAfterClose(*slot);
  }
}

ThreadCache* cacheOf(PoolCore& core) noexcept {
  ThreadCache* const cache = threadCaches.slots[core.slot];
  const PoolCoreHead* const bound = loadRelaxed(cache->core);
  if (bound == &core) return cache;
  // boundCore is set: the cache's former pool closed after prepareThread looked; not this time.
  if (cache == &emptyThreadCache || bound != nullptr || cache->boundCore != nullptr) {
    return nullptr;
  }
  cache->boundCore = &core;
  cache->trimGeneration = core.trimGeneration;
  cache->nextDecayMillis = core.nextDecayMillis;
  cache->next = core.caches;
  core.caches = cache;
  storeRelaxed(cache->core, static_cast<const PoolCoreHead*>(&core));
  return cache;
}

void foldMagazine(Magazine& magazine) noexcept {
  const std::uint64_t word = magazine.state;
  magazine.acquiredTotal += MagazineState::acquired(word);
  magazine.releasedTotal += MagazineState::released(word);
  storeRelease(magazine.state, MagazineState::count(word));
}

void flushMagazine(PoolCore& core, ThreadCache& cache, unsigned bucket, std::uint64_t count,
                   Surplus& surplus) noexcept {
  Magazine& magazine = cache.magazines[bucket];
  for (std::uint64_t i = 0; i < count; ++i) pushShared(core, bucket, magazine.slots[i], surplus);
  const std::uint64_t kept = MagazineState::count(magazine.state) - count;
  std::memmove(magazine.slots, magazine.slots + count, kept * sizeof(std::byte*));
  storeRelease(magazine.state, magazine.state - count);
}

void revokeMagazine(PoolCore& core, ThreadCache& cache, unsigned bucket,
                    Surplus& surplus) noexcept {
  Magazine& magazine = cache.magazines[bucket];
  core.grantedBytes -= magazine.capacity * bucketBytes(bucket);
  magazine.capacity = 0;
  flushMagazine(core, cache, bucket, MagazineState::count(magazine.state), surplus);
}

void flushCache(PoolCore& core, ThreadCache& cache, Surplus& surplus) noexcept {
  for (unsigned bucket = 0; bucket < kMagazineBuckets; ++bucket) {
    revokeMagazine(core, cache, bucket, surplus);
  }
}

void reclaimAfterClose(ThreadCache& cache) noexcept {
  awaitCloser();
  PoolCore* const core = cache.boundCore;
  for (unsigned bucket = 0; bucket < kMagazineBuckets; ++bucket) {
    const Magazine& magazine = cache.magazines[bucket];
    const std::uint64_t count = MagazineState::count(magazine.state);
    for (std::uint64_t i = cache.takenByCloser[bucket]; i < count; ++i) {
      // The core lives: this buffer has not been returned yet.
      Surplus surplus;
      const CoreVisit visit(*core);
      surplus.add(*core, bucket, magazine.slots[i], bucketBytes(bucket));
    }
  }
  resetCache(cache);
}

void endThread() noexcept {
  threadHasEnded = true;
  for (ThreadCache*& slot : threadCaches.slots) {
    ThreadCache* const cache = std::exchange(slot, &emptyThreadCache);
    if (cache == &emptyThreadCache) continue;
    Surplus surplus;
    if (!unbindEndingThread(*cache, surplus)) reclaimAfterClose(*cache);
    std::free(cache);
  }
}

}  // namespace capstan::inline CAPSTAN_ABI::internal
