// SPDX-License-Identifier: Apache-2.0
// What the two halves of the VBMI2 kernel share: the instructions that their functions may use.
#pragma once

#include <immintrin.h>

#include <cstddef>

#include "capstan/base/config.h"

// Intel since Ice Lake, AMD since Zen 4.
#define CAPSTAN_VBMI2                                                     \
  __attribute__((                                                         \
      target("avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2," \
             "avx512bitalg,gfni,bmi,bmi2,popcnt")))

namespace capstan::inline CAPSTAN_ABI {
namespace internal {

inline constexpr std::size_t kVectorBytes = 64;

}  // namespace internal
}  // namespace capstan::inline CAPSTAN_ABI
