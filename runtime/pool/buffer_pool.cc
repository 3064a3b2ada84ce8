// SPDX-License-Identifier: Apache-2.0
// What users see of a pool: creation, trimming, statistics.
#include "capstan/pool/buffer_pool.h"

#include <bit>
#include <new>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "runtime/pool/pool_core.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {

struct HandleAccess {
  static PoolHandle make(PoolCore& core) noexcept { return PoolHandle(core); }
  static constexpr BufferPool makeShared() noexcept {
    return BufferPool(PoolHandle(theSharedCore));
  }
  static PoolCore* core(const PoolHandle& handle) noexcept {
    return static_cast<PoolCore*>(handle.core_);
  }
};

namespace {

absl::Status checkOptions(const BufferPoolOptions& options) {
  const std::size_t bytes = options.minBufferBytes;
  if (bytes > kMaxBucketBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("BufferPoolOptions.minBufferBytes is ", bytes,
                     ", which is above the largest bucket; use at most ", kMaxBucketBytes));
  }
  if (!std::has_single_bit(bytes)) {
    return absl::InvalidArgumentError(absl::StrCat("BufferPoolOptions.minBufferBytes is ", bytes,
                                                   ", which is not a power of two; use ",
                                                   std::bit_ceil(bytes)));
  }
  return absl::OkStatus();
}

void addCache(BucketStats& stats, const Magazine& magazine) noexcept {
  const std::uint64_t word = loadRelaxed(magazine.state);
  const std::uint64_t acquired = magazine.acquiredTotal + MagazineState::acquired(word);
  const std::uint64_t released = magazine.releasedTotal + MagazineState::released(word);
  stats.hits += acquired;
  stats.outstanding += acquired - released;
  stats.cached += MagazineState::count(word);
}

BucketStats makeStats(const Counters& counters) noexcept {
  return BucketStats{.hits = counters.acquired,
                     .misses = counters.misses,
                     .outstanding = counters.acquired - counters.released,
                     .highWater = counters.highWater,
                     .taken = counters.taken,
                     .returned = counters.returned};
}

// Makes the last of the sums: an acquire that upstream served was counted like the others. A
// buffer that changed hands between two readings may look released before it was acquired.
void finishStats(BucketStats& stats) noexcept {
  stats.hits -= stats.taken;
  if (static_cast<std::int64_t>(stats.outstanding) < 0) stats.outstanding = 0;
}

}  // namespace
}  // namespace internal

absl::StatusOr<BufferPool> BufferPool::create(const BufferPoolOptions& options) {
  const absl::Status checked = internal::checkOptions(options);
  if (!checked.ok()) return checked;
  auto* const core = new (std::nothrow) internal::PoolCore;
  if (core == nullptr) {
    return absl::ResourceExhaustedError("BufferPool::create: no memory for the pool itself");
  }
  if (options.minBufferBytes > kMinBucketBytes) core->minBufferBytes = options.minBufferBytes;
  core->maxRetainedBytes = options.maxRetainedBytes;
  core->maxMagazineBytes = options.maxMagazineBytes;
  core->decayIntervalMillis = options.decayIntervalMillis;
  core->upstream = options.upstream;
  core->scrubs = options.scrubOnRelease;
  internal::enterRegistry(*core, options.maxMagazineBytes != 0);
  return BufferPool(internal::HandleAccess::make(*core));
}

const BufferPool& BufferPool::shared() noexcept {
  // A union, so that no destructor runs at exit.
  union Immortal {
    constexpr Immortal() noexcept : pool(internal::HandleAccess::makeShared()) {}
    constexpr ~Immortal() {}
    BufferPool pool;
  };
  static constinit Immortal immortal;
  return immortal.pool;
}

void BufferPool::trim() const noexcept {
  internal::PoolCore* const core = internal::HandleAccess::core(handle_);
  if (core == nullptr) return;
  internal::prepareThread(*core);
  internal::Surplus surplus;
  const internal::CoreVisit visit(*core);
  ++core->trimGeneration;
  internal::ThreadCache* const cache = internal::cacheOf(*core);
  if (cache != nullptr) {
    cache->trimGeneration = core->trimGeneration;
    internal::flushCache(*core, *cache, surplus);
  }
  internal::drainShared(*core, surplus);
}

PoolStats BufferPool::stats() const noexcept {
  PoolStats stats;
  internal::PoolCore* const core = internal::HandleAccess::core(handle_);
  if (core == nullptr) return stats;
  const internal::CoreVisit visit(*core);
  for (unsigned bucket = 0; bucket < kBucketCount; ++bucket) {
    BucketStats& sum = stats.buckets[bucket];
    sum = internal::makeStats(core->counters[bucket]);
    sum.cached = core->lists[bucket].count;
    for (const internal::ThreadCache* cache = core->caches;
         bucket < internal::kMagazineBuckets && cache != nullptr; cache = cache->next) {
      internal::addCache(sum, cache->magazines[bucket]);
    }
    internal::finishStats(sum);
    stats.cachedBytes += sum.cached * bucketBytes(bucket);
  }
  stats.large = internal::makeStats(core->counters[internal::kLargeIndex]);
  internal::finishStats(stats.large);
  stats.reservations = internal::makeStats(core->counters[internal::kReservationIndex]);
  internal::finishStats(stats.reservations);
  stats.reservations.cached = core->warmCount;
  stats.cachedBytes += core->warmBytes;
  return stats;
}

}  // namespace capstan::inline CAPSTAN_ABI
