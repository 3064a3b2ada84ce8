// SPDX-License-Identifier: Apache-2.0
// The lists behind the magazines: one per bucket, all under the core's lock.
#include <cstdlib>
#include <cstring>

#include "runtime/pool/pool_core.h"

namespace capstan::inline CAPSTAN_ABI::internal {
namespace {

// Returns: false without memory; the list stays as it was.
bool growList(SharedList& list) noexcept {
  const std::uint32_t capacity = list.capacity == 0 ? 64 : list.capacity * 2;
  void* const grown = std::realloc(list.pointers, capacity * sizeof(std::byte*));
  if (grown == nullptr) return false;
  list.pointers = static_cast<std::byte**>(grown);
  list.capacity = capacity;
  return true;
}

// Gives the `count` coldest buffers, those at the front, back.
void dropColdest(PoolCore& core, unsigned bucket, std::uint32_t count, Surplus& surplus) noexcept {
  SharedList& list = core.lists[bucket];
  for (std::uint32_t i = 0; i < count; ++i) {
    surplus.add(core, bucket, list.pointers[i], bucketBytes(bucket));
  }
  list.count -= count;
  std::memmove(list.pointers, list.pointers + count, list.count * sizeof(std::byte*));
  core.sharedBytes -= count * bucketBytes(bucket);
}

}  // namespace

void pushShared(PoolCore& core, unsigned bucket, std::byte* data, Surplus& surplus) noexcept {
  SharedList& list = core.lists[bucket];
  const std::size_t bytes = bucketBytes(bucket);
  const bool hasRoom = list.count < list.capacity || growList(list);
  if (!hasRoom || bytes > freeBudgetBytes(core)) {
    surplus.add(core, bucket, data, bytes);
    return;
  }
  list.pointers[list.count++] = data;
  core.sharedBytes += bytes;
}

std::byte* popShared(PoolCore& core, unsigned bucket) noexcept {
  SharedList& list = core.lists[bucket];
  if (list.count == 0) return nullptr;
  --list.count;
  if (list.count < list.lowWater) list.lowWater = list.count;
  core.sharedBytes -= bucketBytes(bucket);
  return list.pointers[list.count];
}

void decayShared(PoolCore& core, std::uint64_t nowMillis, Surplus& surplus) noexcept {
  if (nowMillis < core.nextDecayMillis) return;
  core.nextDecayMillis = nowMillis + core.decayIntervalMillis;
  for (unsigned bucket = 0; bucket < kBucketCount; ++bucket) {
    SharedList& list = core.lists[bucket];
    if (list.lowWater > 0) dropColdest(core, bucket, (list.lowWater + 1) / 2, surplus);
    list.lowWater = list.count;
  }
  if (core.warmLowWater > 0) drainWarmRanges(core, (core.warmLowWater + 1) / 2, surplus);
  core.warmLowWater = core.warmCount;
}

void drainShared(PoolCore& core, Surplus& surplus) noexcept {
  for (unsigned bucket = 0; bucket < kBucketCount; ++bucket) {
    SharedList& list = core.lists[bucket];
    if (list.count > 0) dropColdest(core, bucket, list.count, surplus);
    list.lowWater = 0;
  }
  drainWarmRanges(core, core.warmCount, surplus);
}

}  // namespace capstan::inline CAPSTAN_ABI::internal
