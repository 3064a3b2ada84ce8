// SPDX-License-Identifier: Apache-2.0
// The kernel without vector instructions. It knows the edges: what fits, what is cut off, where a
// run ends. The others go as far as a whole step surely fits and leave the rest to it.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "capstan/base/endian.h"
#include "capstan/base/units.h"
#include "capstan/codec/packed_kernels.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {

void packScalar(PackCursor& cursor) noexcept;
void unpackScalar(UnpackCursor& cursor) noexcept;

// Packs the one word or run at the cursor, if there is one and it fits. Returns: whether it did.
bool packNext(PackCursor& cursor) noexcept;
// Unpacks the one word or run at the cursor. Returns: whether unpacking goes on behind it.
bool unpackNext(UnpackCursor& cursor) noexcept;

// Unpacks `words` words of a run as far as bytes and room go, and leaves the rest in the cursor.
void unpackRun(UnpackCursor& cursor, std::size_t words, bool isZeros) noexcept;

// Packs the run of `words` words, 1 to 256, at the cursor. Returns: whether it fits.
bool packRun(PackCursor& cursor, bool isZeros, std::size_t words) noexcept;

// The words of the run that begins at `from` with a zero word, or a full one: 256 at most.
std::size_t runWords(const std::byte* from, const std::byte* end, bool isZeros) noexcept;

inline constexpr unsigned kFullTag = 0xFF;

// The top bit of each byte of `word` that is not zero.
constexpr std::uint64_t fullBytes(std::uint64_t word) {
  constexpr std::uint64_t kLow = 0x7F7F'7F7F'7F7F'7F7F;
  return (((word & kLow) + kLow) | word) & ~kLow;
}

constexpr unsigned tagOf(std::uint64_t word) {
  // The multiplication brings bit 8i to bit 56 + i.
  return static_cast<unsigned>(((fullBytes(word) >> 7) * 0x0102'0408'1020'4080) >> 56);
}

// Whether at most one byte of `word` is zero, so that it may stand in a run behind a full one.
constexpr bool isNearlyFull(std::uint64_t word) {
  const std::uint64_t zeros = ~fullBytes(word) & 0x8080'8080'8080'8080;
  return (zeros & (zeros - 1)) == 0;
}

}  // namespace internal
}  // namespace capstan::inline CAPSTAN_ABI
