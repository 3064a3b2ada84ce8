// SPDX-License-Identifier: Apache-2.0
// Relaxed atomic access to plain integers and pointers, without <atomic>.
//
// For values with one writer at a time (a thread's own counters, a fault word, a budget) that other
// threads may look at. Relaxed is enough for those because nothing is published through them: a
// reader wants a number that was true a moment ago and follows no pointer on the strength of it.
// What does publish other data uses loadAcquire and storeRelease.
//
// Threads: each function is atomic on its own; addRelaxed is a load and a store, so only the one
// writer may call it. Cost: a plain move; storeRelease and loadAcquire too on x86.
#pragma once

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::internal {

template <typename T>
[[nodiscard]] inline T loadRelaxed(const T& from) noexcept {
  return __atomic_load_n(&from, __ATOMIC_RELAXED);
}

template <typename T>
inline void storeRelaxed(T& to, T value) noexcept {
  __atomic_store_n(&to, value, __ATOMIC_RELAXED);
}

// Requires: no other thread writes `to` at the same time (an increment could be lost).
template <typename T>
inline void addRelaxed(T& to, T value) noexcept {
  storeRelaxed(to, static_cast<T>(loadRelaxed(to) + value));
}

// Sets `to` to `value` if it still equals `expected`. Returns: whether it was set.
template <typename T>
inline bool exchangeIfEqualRelaxed(T& to, T expected, T value) noexcept {
  return __atomic_compare_exchange_n(&to, &expected, value, false, __ATOMIC_RELAXED,
                                     __ATOMIC_RELAXED);
}

template <typename T>
[[nodiscard]] inline T loadAcquire(const T& from) noexcept {
  return __atomic_load_n(&from, __ATOMIC_ACQUIRE);
}

template <typename T>
inline void storeRelease(T& to, T value) noexcept {
  __atomic_store_n(&to, value, __ATOMIC_RELEASE);
}

}  // namespace capstan::inline CAPSTAN_ABI::internal
