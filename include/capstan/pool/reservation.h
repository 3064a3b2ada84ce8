// SPDX-License-Identifier: Apache-2.0
// Reservation: one contiguous range of memory that grows in place and never moves.
//
// It is address space that costs nothing until it is committed; ensureCommitted makes more of it
// usable. Released reservations stay warm in the pool (their pages keep their dirty contents), so
// a loop that builds one-segment messages neither maps nor faults after its first round. Where
// address space cannot be had (a custom upstream, or the system refuses) the reservation is an
// ordinary buffer of a fixed size: isFixed() tells, and ensureCommitted past it fails.
//
// Threads: one thread at a time; may be released on any thread and after its pool is gone.
// Cost: acquire and release take the pool's lock; ensureCommitted below committedBytes() is a
// comparison, above it a system call for a doubled range.
#pragma once

#include <cstddef>
#include <utility>

#include "capstan/base/config.h"
#include "capstan/pool/buffer.h"

namespace capstan::inline CAPSTAN_ABI {

// What a growing message may reach in one piece unless the caller says otherwise.
inline constexpr std::size_t kDefaultReserveBytes = std::size_t{256} << 20;

// What is taken at once where memory cannot grow in place.
inline constexpr std::size_t kDefaultFixedBytes = std::size_t{1} << 20;

namespace internal {
struct ReservationAccess;
}

class [[nodiscard]] Reservation {
 public:
  constexpr Reservation() noexcept = default;

  Reservation(Reservation&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        limitBytes_(std::exchange(other.limitBytes_, 0)),
        committedBytes_(std::exchange(other.committedBytes_, 0)),
        warmBytes_(std::exchange(other.warmBytes_, 0)),
        core_(std::exchange(other.core_, nullptr)),
        isFixed_(std::exchange(other.isFixed_, false)) {}
  Reservation& operator=(Reservation&& other) noexcept;
  Reservation(const Reservation&) = delete;
  Reservation& operator=(const Reservation&) = delete;
  ~Reservation() { release(); }

  explicit operator bool() const noexcept { return data_ != nullptr; }

  // Returns: memory aligned to 64 bytes at least, or null when empty.
  [[nodiscard]] std::byte* data() noexcept { return data_; }
  [[nodiscard]] const std::byte* data() const noexcept { return data_; }

  // The most that ensureCommitted can ever give.
  [[nodiscard]] std::size_t limitBytes() const noexcept { return limitBytes_; }

  // How much may be used now. The bytes are dirty.
  [[nodiscard]] std::size_t committedBytes() const noexcept { return committedBytes_; }

  // Whether this is an ordinary buffer that cannot grow: limit and committed are then the same.
  [[nodiscard]] bool isFixed() const noexcept { return isFixed_; }

  // Makes the first `bytes` bytes usable; commits more than asked, so that growth is geometric.
  // Returns: false above limitBytes() or when the system refuses; what was usable stays so.
  [[nodiscard]] bool ensureCommitted(std::size_t bytes) noexcept {
    return bytes <= committedBytes_ || ensureCommittedSlow(bytes);
  }

  // Gives the range back to the pool. Idempotent.
  // `touchedBytes`: how far the holder wrote; the pool counts that much as retained and gives the
  // pages beyond a bound back to the system. Not telling counts all that was committed.
  void release(std::size_t touchedBytes = ~std::size_t{0}) noexcept {
    if (data_ != nullptr) releaseSlow(touchedBytes);
  }

 private:
  friend struct internal::ReservationAccess;

  bool ensureCommittedSlow(std::size_t bytes) noexcept;
  void releaseSlow(std::size_t touchedBytes) noexcept;

  std::byte* data_ = nullptr;
  std::size_t limitBytes_ = 0;
  std::size_t committedBytes_ = 0;
  std::size_t warmBytes_ = 0;  // how far pages were touched by this or earlier holders
  internal::PoolCoreHead* core_ = nullptr;
  bool isFixed_ = false;
};

// ---------------------------------------------------------------------------------------------

inline Reservation& Reservation::operator=(Reservation&& other) noexcept {
  if (this == &other) return *this;
  release();
  data_ = std::exchange(other.data_, nullptr);
  limitBytes_ = std::exchange(other.limitBytes_, 0);
  committedBytes_ = std::exchange(other.committedBytes_, 0);
  warmBytes_ = std::exchange(other.warmBytes_, 0);
  core_ = std::exchange(other.core_, nullptr);
  isFixed_ = std::exchange(other.isFixed_, false);
  return *this;
}

}  // namespace capstan::inline CAPSTAN_ABI
