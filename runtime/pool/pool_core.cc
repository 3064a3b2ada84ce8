// SPDX-License-Identifier: Apache-2.0
// The slow halves of acquire and release, and the calls upstream.
#include "runtime/pool/pool_core.h"

#include <string.h>

#include <new>

#include "capstan/pool/buffer.h"
#include "capstan/pool/pool_handle.h"
#include "runtime/pool/poison.h"
#include "runtime/pool/system_memory.h"

namespace capstan::inline CAPSTAN_ABI::internal {
namespace {

std::byte* allocateUpstream(std::pmr::memory_resource* upstream, std::size_t bytes) noexcept {
  if (upstream == nullptr) return allocateBlock(bytes);
  try {
    return static_cast<std::byte*>(upstream->allocate(bytes, kBufferAlignment));
  } catch (...) {
    return nullptr;
  }
}

void freeUpstream(std::pmr::memory_resource* upstream, std::byte* data,
                  std::size_t bytes) noexcept {
  if (upstream == nullptr) return freeBlock(data, bytes);
  try {
    upstream->deallocate(data, bytes, kBufferAlignment);
  } catch (...) {
    // Nothing is owed to an upstream that refuses its own memory.
  }
}

// Takes half a magazine from the shared list; less when there is less.
void refillMagazine(PoolCore& core, Magazine& magazine, unsigned bucket) noexcept {
  const std::uint32_t available = core.lists[bucket].count;
  const auto half = static_cast<std::uint32_t>(magazine.capacity / 2);
  const std::uint32_t wanted = available < half ? available : half;
  for (std::uint32_t i = 0; i < wanted; ++i) {
    // The hottest comes last, where it is taken first.
    magazine.slots[wanted - 1 - i] = popShared(core, bucket);
  }
  storeRelease(magazine.state, magazine.state + wanted);
}

// Gives the magazine the right to hold as many buffers as the budget has room for.
void grantMagazine(PoolCore& core, Magazine& magazine, unsigned bucket) noexcept {
  if (magazine.capacity != 0 || core.maxMagazineBytes == 0) return;
  const std::size_t bytes = bucketBytes(bucket);
  const std::size_t fitting = core.maxMagazineBytes / bytes;
  std::uint32_t capacity = kMagazineSlots;
  if (fitting < kMagazineSlots) capacity = fitting < 2 ? 2 : static_cast<std::uint32_t>(fitting);
  const std::size_t half = core.maxRetainedBytes / 2;
  const std::size_t grantable = half > core.grantedBytes ? half - core.grantedBytes : 0;
  const std::size_t unused = freeBudgetBytes(core);
  const std::size_t roomBytes = grantable < unused ? grantable : unused;
  while (capacity >= 2 && capacity * bytes > roomBytes) capacity /= 2;
  if (capacity < 2) return;
  magazine.capacity = capacity;
  core.grantedBytes += capacity * bytes;
}

// What a visit of the shared part does on the side. Requires: the lock.
void doUpkeep(PoolCore& core, ThreadCache* cache, Surplus& surplus) noexcept {
  const std::uint64_t now = coarseMillis();
  decayShared(core, now, surplus);
  if (cache == nullptr) return;
  if (cache->trimGeneration != core.trimGeneration) {
    cache->trimGeneration = core.trimGeneration;
    flushCache(core, *cache, surplus);
  }
  if (now < cache->nextDecayMillis) return;
  cache->nextDecayMillis = now + core.decayIntervalMillis;
  for (unsigned bucket = 0; bucket < kMagazineBuckets; ++bucket) {
    Magazine& magazine = cache->magazines[bucket];
    foldMagazine(magazine);
    const std::uint64_t uses = magazine.acquiredTotal + magazine.releasedTotal;
    if (uses == cache->usesAtDecay[bucket] && magazine.capacity != 0) {
      revokeMagazine(core, *cache, bucket, surplus);
    }
    cache->usesAtDecay[bucket] = uses;
  }
}

std::byte* takeFromMagazine(PoolCore& core, ThreadCache& cache, unsigned bucket) noexcept {
  Magazine& magazine = cache.magazines[bucket];
  foldMagazine(magazine);
  if (core.lists[bucket].count > 0) grantMagazine(core, magazine, bucket);
  if (MagazineState::count(magazine.state) == 0) refillMagazine(core, magazine, bucket);
  const std::uint64_t count = MagazineState::count(magazine.state);
  if (count == 0) return nullptr;
  std::byte* const data = magazine.slots[count - 1];
  storeRelease(magazine.state, magazine.state + MagazineState::kOneAcquired - 1);
  return data;
}

std::byte* takeCached(PoolCore& core, unsigned bucket) noexcept {
  prepareThread(core);
  Surplus surplus;
  const CoreVisit visit(core);
  ThreadCache* const cache = cacheOf(core);
  doUpkeep(core, cache, surplus);
  std::byte* data = nullptr;
  if (cache != nullptr && bucket < kMagazineBuckets) data = takeFromMagazine(core, *cache, bucket);
  if (data != nullptr) return data;
  data = popShared(core, bucket);
  if (data != nullptr) ++core.counters[bucket].acquired;
  return data;
}

std::byte* takeUpstream(PoolCore& core, unsigned index, std::size_t bytes) noexcept {
  std::byte* const data = allocateUpstream(core.upstream, bytes);
  const CoreVisit visit(core);
  ++core.counters[index].misses;
  if (data == nullptr) return nullptr;
  countTaken(core, index);
  ++core.counters[index].acquired;
  return data;
}

void giveToOpenCore(PoolCore& core, unsigned bucket, std::byte* data, Surplus& surplus) noexcept {
  ThreadCache* const cache = cacheOf(core);
  doUpkeep(core, cache, surplus);
  if (cache != nullptr && bucket < kMagazineBuckets) {
    Magazine& magazine = cache->magazines[bucket];
    foldMagazine(magazine);
    grantMagazine(core, magazine, bucket);
    if (MagazineState::count(magazine.state) == magazine.capacity) {
      flushMagazine(core, *cache, bucket, (magazine.capacity + 1) / 2, surplus);
    }
    const std::uint64_t count = MagazineState::count(magazine.state);
    if (count < magazine.capacity) {
      magazine.slots[count] = data;
      storeRelease(magazine.state, magazine.state + MagazineState::kOneReleased + 1);
      return;
    }
  }
  ++core.counters[bucket].released;
  pushShared(core, bucket, data, surplus);
}

}  // namespace

struct Surplus::Piece {
  Piece* next;
  std::size_t bytes;
};

void Surplus::add(PoolCore& core, unsigned index, std::byte* data, std::size_t bytes) noexcept {
  countReturned(core, index);
  upstream_ = core.upstream;
  unpoison(data, bytes);
  buffers_ = ::new (static_cast<void*>(data)) Piece{buffers_, bytes};
}

void Surplus::addRange(PoolCore& core, const WarmRange& range) noexcept {
  countReturned(core, kReservationIndex);
  unpoison(range.data, range.committedBytes);
  ranges_ = ::new (static_cast<void*>(range.data)) Piece{ranges_, range.limitBytes};
}

Surplus::~Surplus() {
  while (buffers_ != nullptr) {
    Piece* const piece = buffers_;
    const std::size_t bytes = piece->bytes;
    buffers_ = piece->next;
    freeUpstream(upstream_, reinterpret_cast<std::byte*>(piece), bytes);
  }
  while (ranges_ != nullptr) {
    Piece* const piece = ranges_;
    const std::size_t bytes = piece->bytes;
    ranges_ = piece->next;
    freeRange(reinterpret_cast<std::byte*>(piece), bytes);
  }
}

CoreVisit::~CoreVisit() {
  const bool isLast = !core_.isOpen && core_.live == 0;
  core_.mutex.unlock();
  if (isLast) destroyCore(core_);
}

void countTaken(PoolCore& core, unsigned index) noexcept {
  Counters& counters = core.counters[index];
  ++core.live;
  ++counters.taken;
  const std::uint64_t held = counters.taken - counters.returned;
  if (held > counters.highWater) counters.highWater = held;
}

void countReturned(PoolCore& core, unsigned index) noexcept {
  --core.live;
  ++core.counters[index].returned;
}

std::size_t freeBudgetBytes(const PoolCore& core) noexcept {
  const std::size_t usedBytes = core.sharedBytes + core.grantedBytes + core.warmBytes;
  return core.maxRetainedBytes > usedBytes ? core.maxRetainedBytes - usedBytes : 0;
}

std::byte* acquireSlow(PoolCoreHead& head, std::size_t bytes) noexcept {
  auto& core = static_cast<PoolCore&>(head);
  if (bytes > kMaxBufferBytes) return nullptr;
  const unsigned bucket = bucketFor(bytes, core.minBufferBytes);
  const bool isLarge = bucket >= kBucketCount;
  const std::size_t capacityBytes = bucketCapacityBytes(bytes, core.minBufferBytes);
  std::byte* data = isLarge ? nullptr : takeCached(core, bucket);
  if (data == nullptr) data = takeUpstream(core, isLarge ? kLargeIndex : bucket, capacityBytes);
  if (data != nullptr) unpoison(data, capacityBytes);
  return data;
}

void releaseSlow(PoolCoreHead& head, std::byte* data, std::size_t capacityBytes) noexcept {
  auto& core = static_cast<PoolCore&>(head);
  const unsigned bucket = bucketFor(capacityBytes);
  if (core.scrubs) ::explicit_bzero(data, capacityBytes);
  if (bucket < kBucketCount) {
    poison(data, capacityBytes);
    prepareThread(core);
  }
  Surplus surplus;
  const CoreVisit visit(core);
  if (core.isOpen && bucket < kBucketCount) {
    giveToOpenCore(core, bucket, data, surplus);
    return;
  }
  const unsigned index = bucket < kBucketCount ? bucket : kLargeIndex;
  ++core.counters[index].released;
  surplus.add(core, index, data, capacityBytes);
}

PoolCoreHead& sharedCore() noexcept { return theSharedCore; }

void addHandle(PoolCoreHead& head) noexcept {
  // Relaxed is enough: whoever copies a handle has one, so the count cannot be at its end.
  __atomic_fetch_add(&static_cast<PoolCore&>(head).handles, 1, __ATOMIC_RELAXED);
}

void dropHandle(PoolCoreHead& head) noexcept {
  auto& core = static_cast<PoolCore&>(head);
  if (__atomic_sub_fetch(&core.handles, 1, __ATOMIC_ACQ_REL) == 0) closeCore(core);
}

}  // namespace capstan::inline CAPSTAN_ABI::internal
