// SPDX-License-Identifier: Apache-2.0
// Ranges of address space that grow in place and stay warm between holders.
#include "capstan/pool/reservation.h"

#include <string.h>

#include <algorithm>

#include "capstan/pool/pool_handle.h"
#include "runtime/pool/poison.h"
#include "runtime/pool/pool_core.h"
#include "runtime/pool/system_memory.h"

namespace capstan::inline CAPSTAN_ABI::internal {

struct ReservationAccess {
  static Reservation fromRange(PoolCore& core, const WarmRange& range) noexcept {
    Reservation made;
    made.data_ = range.data;
    made.limitBytes_ = range.limitBytes;
    made.committedBytes_ = range.committedBytes;
    made.warmBytes_ = range.warmBytes;
    made.core_ = &core;
    return made;
  }

  static Reservation fromBuffer(PoolCore& core, Buffer buffer) noexcept {
    Reservation made;
    if (!buffer) return made;
    made.limitBytes_ = made.committedBytes_ = buffer.capacityBytes();
    made.data_ = BufferAccess::disown(buffer);
    made.core_ = &core;
    made.isFixed_ = true;
    return made;
  }
};

namespace {

// A small message in a fresh range costs one short system call and no huge page.
constexpr std::size_t kFirstCommitBytes = std::size_t{64} << 10;

// Pages up to this stay warm whatever the messages' sizes were.
constexpr std::size_t kAlwaysWarmBytes = std::size_t{2} << 20;

// How much of the recent maximum a range keeps warm. 4: commits double, so a range whose use stays
// the same is never trimmed and committed again.
constexpr std::size_t kWarmFactor = 4;

std::size_t roundUpCommit(std::size_t bytes) noexcept {
  return roundUpTo(bytes < kHugePageBytes ? kFirstCommitBytes : kHugePageBytes, bytes);
}

// Takes the most recently used range that is large enough and not absurdly so.
bool popWarmRange(PoolCore& core, std::size_t limitBytes, WarmRange& found) noexcept {
  for (std::uint32_t i = core.warmCount; i-- > 0;) {
    const WarmRange range = core.warm[i];
    if (range.limitBytes < limitBytes || range.limitBytes / 2 > limitBytes) continue;
    std::copy(core.warm + i + 1, core.warm + core.warmCount, core.warm + i);
    --core.warmCount;
    core.warmLowWater = std::min(core.warmLowWater, core.warmCount);
    core.warmBytes -= range.warmBytes;
    found = range;
    return true;
  }
  return false;
}

bool takeWarm(PoolCore& core, std::size_t limitBytes, WarmRange& range) noexcept {
  Surplus surplus;
  const CoreVisit visit(core);
  decayShared(core, coarseMillis(), surplus);
  if (!popWarmRange(core, limitBytes, range)) {
    ++core.counters[kReservationIndex].misses;
    return false;
  }
  ++core.counters[kReservationIndex].acquired;
  return true;
}

bool mapFresh(PoolCore& core, std::size_t limitBytes, WarmRange& range) noexcept {
  range = WarmRange{.data = reserveRange(limitBytes), .limitBytes = limitBytes};
  if (range.data == nullptr) return false;
  if (!commitRange(range.data, 0, kFirstCommitBytes)) {
    freeRange(range.data, limitBytes);
    return false;
  }
  range.committedBytes = kFirstCommitBytes;
  const CoreVisit visit(core);
  countTaken(core, kReservationIndex);
  ++core.counters[kReservationIndex].acquired;
  return true;
}

// Cuts the range to `keepBytes` of committed memory, where it has more.
void trimRange(WarmRange& range, std::size_t keepBytes) noexcept {
  if (range.committedBytes <= keepBytes) return;
  unpoison(range.data + keepBytes, range.committedBytes - keepBytes);
  if (!decommitRange(range.data, keepBytes, range.committedBytes)) return;
  range.committedBytes = keepBytes;
  range.warmBytes = std::min(range.warmBytes, keepBytes);
}

// How much of the range may stay committed, given what messages needed lately.
std::size_t warmLimitBytes(PoolCore& core, std::size_t touchedBytes) noexcept {
  const CoreVisit visit(core);
  const std::size_t fadedBytes = core.recentTouchedBytes - core.recentTouchedBytes / 16;
  core.recentTouchedBytes = std::max(touchedBytes, fadedBytes);
  const std::size_t wantedBytes = std::max(kAlwaysWarmBytes, kWarmFactor * core.recentTouchedBytes);
  const std::size_t boundedBytes = std::min(wantedBytes, core.maxRetainedBytes);
  return std::max(kFirstCommitBytes, roundUpCommit(boundedBytes));
}

void giveBack(PoolCore& core, const WarmRange& range) noexcept {
  Surplus surplus;
  const CoreVisit visit(core);
  ++core.counters[kReservationIndex].released;
  const bool fits = range.warmBytes <= freeBudgetBytes(core) && core.warmCount < kMaxWarmRanges;
  if (!core.isOpen || !fits) {
    surplus.addRange(core, range);
    return;
  }
  core.warm[core.warmCount++] = range;
  core.warmBytes += range.warmBytes;
}

}  // namespace

void drainWarmRanges(PoolCore& core, std::uint32_t count, Surplus& surplus) noexcept {
  for (std::uint32_t i = 0; i < count; ++i) {
    core.warmBytes -= core.warm[i].warmBytes;
    surplus.addRange(core, core.warm[i]);
  }
  std::copy(core.warm + count, core.warm + core.warmCount, core.warm);
  core.warmCount -= count;
  core.warmLowWater = std::min(core.warmLowWater, core.warmCount);
}

Reservation acquireReservation(PoolCoreHead& head, std::size_t reserveBytes,
                               std::size_t fixedBytes) noexcept {
  auto& core = static_cast<PoolCore&>(head);
  if (core.upstream == nullptr && reserveBytes <= kMaxBufferBytes) {
    const std::size_t atLeastBytes = std::max(reserveBytes, kHugePageBytes);
    const std::size_t limitBytes = roundUpTo(kHugePageBytes, atLeastBytes);
    WarmRange range;
    if (takeWarm(core, limitBytes, range)) {
      unpoison(range.data, range.committedBytes);
      return ReservationAccess::fromRange(core, range);
    }
    if (mapFresh(core, limitBytes, range)) return ReservationAccess::fromRange(core, range);
  }
  return ReservationAccess::fromBuffer(core, acquireBuffer(core, fixedBytes));
}

}  // namespace capstan::inline CAPSTAN_ABI::internal

namespace capstan::inline CAPSTAN_ABI {

bool Reservation::ensureCommittedSlow(std::size_t bytes) noexcept {
  if (bytes > limitBytes_) return false;
  const std::size_t doubledBytes = std::max(bytes, 2 * committedBytes_);
  std::size_t targetBytes = std::min(internal::roundUpCommit(doubledBytes), limitBytes_);
  if (!internal::commitRange(data_, committedBytes_, targetBytes)) {
    // Perhaps what is needed now can be had, where twice as much cannot.
    targetBytes = internal::roundUpTo(kPageBytes, bytes);
    if (!internal::commitRange(data_, committedBytes_, targetBytes)) return false;
  }
  committedBytes_ = targetBytes;
  return true;
}

void Reservation::releaseSlow(std::size_t touchedBytes) noexcept {
  auto& core = static_cast<internal::PoolCore&>(*std::exchange(core_, nullptr));
  std::byte* const data = std::exchange(data_, nullptr);
  internal::WarmRange range{.data = data,
                            .limitBytes = std::exchange(limitBytes_, 0),
                            .committedBytes = std::exchange(committedBytes_, 0),
                            .warmBytes = std::exchange(warmBytes_, 0)};
  if (std::exchange(isFixed_, false)) {
    const unsigned bucket = bucketFor(range.committedBytes);
    internal::releaseBuffer(core, data, internal::makeCapacityTag(range.committedBytes, bucket));
    return;
  }
  const std::size_t usedBytes = std::min(touchedBytes, range.committedBytes);
  if (core.scrubs) ::explicit_bzero(data, usedBytes);
  range.warmBytes = std::max(range.warmBytes, usedBytes);
  internal::trimRange(range, internal::warmLimitBytes(core, usedBytes));
  internal::poison(data, range.committedBytes);
  internal::giveBack(core, range);
}

}  // namespace capstan::inline CAPSTAN_ABI
