// SPDX-License-Identifier: Apache-2.0
// AddressSanitizer's marks on memory that waits in the pool; nothing in other builds.
#pragma once

#include <sanitizer/asan_interface.h>

#include <cstddef>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::internal {

// Makes each access to the bytes an error that is reported where it happens.
inline void poison(const std::byte* data, std::size_t bytes) noexcept {
  if constexpr (kPoisons) __asan_poison_memory_region(data, bytes);
}

// Must be called before memory leaves the pool, upstream as well: marks outlive an unmapping.
inline void unpoison(const std::byte* data, std::size_t bytes) noexcept {
  if constexpr (kPoisons) __asan_unpoison_memory_region(data, bytes);
}

}  // namespace capstan::inline CAPSTAN_ABI::internal
