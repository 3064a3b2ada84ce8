// SPDX-License-Identifier: Apache-2.0
// BufferPool: byte buffers that are used again, in power-of-two buckets.
//
// Start here for memory. A pool always is initialized: create() checks the options once, and no
// operation pays for lazy set-up. Each thread takes from and gives to its own magazines; behind
// them stands one list per bucket under a lock; behind that, upstream. Retained memory is bounded
// by maxRetainedBytes, and what nobody has asked for during decayIntervalMillis is given back by
// halves as the pool is used, so one huge message does not keep its buffers for good.
//
// Pools, threads and buffers may end in any order. A forked child keeps the shared lists and
// forgets what other threads had cached.
//
// Threads: all members may be called at the same time. Cost: see PoolHandle.
// This header has absl::Status; light headers use capstan/pool/pool_handle.h.
#pragma once

#include <cstddef>
#include <cstdint>

#include "absl/status/statusor.h"
#include "capstan/base/config.h"
#include "capstan/pool/buffer.h"
#include "capstan/pool/pool_handle.h"
#include "capstan/pool/pool_stats.h"
#include "capstan/pool/reservation.h"

namespace std::pmr {
class memory_resource;
}

namespace capstan::inline CAPSTAN_ABI {

struct BufferPoolOptions {
  // No buffer is smaller than this. A power of two, at most kMaxBucketBytes; below
  // kMinBucketBytes it has no effect.
  std::size_t minBufferBytes = kMinBucketBytes;

  // Memory that may wait in the pool. Generous, because a bound below the working set sends every
  // acquire upstream. At most half of it is granted to magazines.
  std::size_t maxRetainedBytes = std::size_t{256} << 20;

  // Memory that may wait in one magazine (one thread, one bucket), though always room for two
  // buffers; 0 turns the magazines off.
  std::size_t maxMagazineBytes = std::size_t{1} << 20;

  // How long a buffer must have lain unused before it may be given back. 0 looks at every visit
  // of the shared lists. The time passes only as the pool is used; an idle pool has trim().
  std::uint32_t decayIntervalMillis = 1000;

  // Where memory comes from; null is the system. It must outlive the pool and all its buffers, and
  // it is called by many threads at the same time, never under a lock of the pool.
  std::pmr::memory_resource* upstream = nullptr;

  // Security: released memory is overwritten before anyone else can have it. Costs a memset of
  // the buffer's capacity per release, and the fast path.
  bool scrubOnRelease = false;
};

class BufferPool {
 public:
  // Errors: kInvalidArgument names the option, its value and the nearest good one;
  // kResourceExhausted when there is no memory for the pool itself.
  static absl::StatusOr<BufferPool> create(const BufferPoolOptions& options = {});

  // The process-wide pool with default options. Never destroyed, usable before main and after it.
  static const BufferPool& shared() noexcept;

  // Moved-from pools are empty: they give empty buffers and zero statistics.
  constexpr BufferPool(BufferPool&&) noexcept = default;
  BufferPool& operator=(BufferPool&&) noexcept = default;
  BufferPool(const BufferPool&) = delete;
  BufferPool& operator=(const BufferPool&) = delete;

  // Closes the pool unless handles to it are left: cached memory goes back upstream, that of other
  // threads' magazines too; buffers still held go there when they are released.
  ~BufferPool() = default;

  // A second owner of the same pool.
  [[nodiscard]] BufferPool share() const noexcept { return BufferPool(handle_); }
  [[nodiscard]] const PoolHandle& handle() const noexcept { return handle_; }
  operator const PoolHandle&() const noexcept { return handle_; }

  // See PoolHandle::acquire.
  [[gnu::always_inline]] Buffer acquire(std::size_t bytes) const noexcept {
    return handle_.acquire(bytes);
  }

  // See PoolHandle::acquireReservation.
  Reservation acquireReservation(std::size_t reserveBytes = kDefaultReserveBytes,
                                 std::size_t fixedBytes = kDefaultFixedBytes) const noexcept {
    return handle_.acquireReservation(reserveBytes, fixedBytes);
  }

  // Gives cached memory back upstream: the shared lists, the warm reservations and this thread's
  // magazines now, those of other threads when they next leave their fast path.
  void trim() const noexcept;

  // Sums the counters of all threads. Exact while no other thread is inside the pool, otherwise
  // each number is one that was true a moment ago. Cost: proportional to the number of threads.
  [[nodiscard]] PoolStats stats() const noexcept;

 private:
  friend struct internal::HandleAccess;
  explicit constexpr BufferPool(PoolHandle handle) noexcept : handle_(std::move(handle)) {}

  PoolHandle handle_;
};

}  // namespace capstan::inline CAPSTAN_ABI
