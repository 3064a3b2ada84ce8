// SPDX-License-Identifier: Apache-2.0
// Relaxed atomic access to plain words, without <atomic> (which is 24,000 lines of header).
//
// Relaxed is enough where a value stands for itself: a counter, a budget, a sticky fault. No other
// memory is published through it, so no ordering is needed, only freedom from torn values and from
// data races. A relaxed load or store of a word costs what a plain one does.
#pragma once

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI {

// Loads `word` as one piece; orders nothing.
template <typename T>
inline T loadRelaxed(const T& word) {
  return __atomic_load_n(&word, __ATOMIC_RELAXED);
}

// Stores `value` into `word` as one piece; orders nothing.
template <typename T>
inline void storeRelaxed(T& word, T value) {
  __atomic_store_n(&word, value, __ATOMIC_RELAXED);
}

// Adds `value` to `word` by one thread's load and store. Only for words with a single writer: a
// second one would lose counts.
template <typename T>
inline void addSingleWriter(T& word, T value) {
  storeRelaxed(word, static_cast<T>(loadRelaxed(word) + value));
}

// Sets `word` to `value` if it still equals `expected`. Returns: whether it was set.
template <typename T>
inline bool exchangeIfEqualRelaxed(T& word, T expected, T value) {
  return __atomic_compare_exchange_n(&word, &expected, value, false, __ATOMIC_RELAXED,
                                     __ATOMIC_RELAXED);
}

}  // namespace capstan::inline CAPSTAN_ABI
