// SPDX-License-Identifier: Apache-2.0
// PoolHandle: the light, counted way to a buffer pool, for headers that must not see absl::Status.
//
// It comes from BufferPool::handle() or PoolHandle::shared(); there is no other way to make one
// that is not empty. The pool stays open as long as one handle (or the BufferPool) lives. A
// moved-from handle is empty and gives empty buffers.
//
// Threads: one handle is used by one thread at a time, different handles of a pool by any.
// Cost: copying is one atomic increment, nothing for the shared pool.
#pragma once

#include <cstddef>
#include <utility>

#include "capstan/base/config.h"
#include "capstan/pool/buffer.h"
#include "capstan/pool/reservation.h"

namespace capstan::inline CAPSTAN_ABI {

namespace internal {
struct HandleAccess;

void addHandle(PoolCoreHead& core) noexcept;
// The last handle closes the pool.
void dropHandle(PoolCoreHead& core) noexcept;
PoolCoreHead& sharedCore() noexcept;
Reservation acquireReservation(PoolCoreHead& core, std::size_t reserveBytes,
                               std::size_t fixedBytes) noexcept;
}  // namespace internal

class PoolHandle {
 public:
  // The process-wide pool: constant-initialized, never destroyed, usable at any time.
  [[nodiscard]] static PoolHandle shared() noexcept { return PoolHandle(internal::sharedCore()); }

  PoolHandle(const PoolHandle& other) noexcept : core_(other.core_) {
    if (core_ != nullptr && core_->isCounted) internal::addHandle(*core_);
  }
  constexpr PoolHandle(PoolHandle&& other) noexcept : core_(std::exchange(other.core_, nullptr)) {}
  PoolHandle& operator=(PoolHandle other) noexcept {
    std::swap(core_, other.core_);
    return *this;
  }
  constexpr ~PoolHandle() {
    if (core_ != nullptr && core_->isCounted) internal::dropHandle(*core_);
  }

  explicit operator bool() const noexcept { return core_ != nullptr; }

  // Takes a dirty buffer of at least `bytes` bytes; its capacity is that of the bucket.
  // Returns: an empty buffer when upstream has no memory; never throws.
  // Cost: about 1 ns from the thread's magazine; about 30 ns under the pool's lock; else upstream.
  [[gnu::always_inline]] Buffer acquire(std::size_t bytes) const noexcept {
    return core_ != nullptr ? internal::acquireBuffer(*core_, bytes) : Buffer();
  }

  // Takes a range that can grow in place to `reserveBytes` (rounded up to 2 MiB).
  // Returns: a buffer of at least `fixedBytes` that cannot grow (isFixed) where address space is
  // not to be had; an empty reservation when there is no memory at all.
  Reservation acquireReservation(std::size_t reserveBytes = kDefaultReserveBytes,
                                 std::size_t fixedBytes = kDefaultFixedBytes) const noexcept {
    if (core_ == nullptr) return Reservation();
    return internal::acquireReservation(*core_, reserveBytes, fixedBytes);
  }

 private:
  friend struct internal::HandleAccess;
  explicit constexpr PoolHandle(internal::PoolCoreHead& core) noexcept : core_(&core) {}

  internal::PoolCoreHead* core_;
};

}  // namespace capstan::inline CAPSTAN_ABI
