// SPDX-License-Identifier: Apache-2.0
// The kernels of vector units, where the compiler's target has them: for the table of
// packed_kernels.cc.
#pragma once

#include "capstan/codec/packed_kernels.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {

#if defined(__x86_64__)

void packVbmi2(PackCursor& cursor) noexcept;
void unpackVbmi2(UnpackCursor& cursor) noexcept;
bool vbmi2IsUsable() noexcept;

void packBmi2(PackCursor& cursor) noexcept;
bool bmi2IsUsable() noexcept;

void packSsse3(PackCursor& cursor) noexcept;
void unpackSsse3(UnpackCursor& cursor) noexcept;
bool ssse3IsUsable() noexcept;

#elif defined(__aarch64__)

void packNeon(PackCursor& cursor) noexcept;
void unpackNeon(UnpackCursor& cursor) noexcept;

#endif

}  // namespace internal
}  // namespace capstan::inline CAPSTAN_ABI
