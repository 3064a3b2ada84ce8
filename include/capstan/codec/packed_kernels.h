// SPDX-License-Identifier: Apache-2.0
// The ways in which this processor can pack and unpack, and which of them is used.
//
// A kernel is four facts in a table. All of them write the same bytes; they differ in speed. The
// first usable one of the table is used, or the one that the environment variable CAPSTAN_KERNELS
// names when packing is first asked for. A name that is not in the table, or not usable here, gives
// `scalar`: whoever forces a kernel wants less than the best, not more.
//
// Threads: any. Cost of the choice: one relaxed load per call of pack or unpack.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI {

// What pack works on: whole words, and room. Both advance.
struct PackCursor {
  const std::byte* from;
  const std::byte* fromEnd;
  std::byte* to;
  std::byte* toEnd;
};

// What unpack works on: packed bytes, and room for whole words. Both advance.
struct UnpackCursor {
  const std::byte* from;
  const std::byte* fromEnd;
  std::byte* to;
  std::byte* toEnd;
  // The rest of a run that the bytes or the room ended in.
  std::uint32_t runWords = 0;
  bool isRunOfZeros = false;
};

struct PackedKernel {
  const char* name;
  // Packs words and runs until none is left or the next does not fit. A run ends with the words.
  void (*pack)(PackCursor& cursor) noexcept;
  // Unpacks words and runs until the room is full, a run has a rest, or the next word (tag, bytes
  // and, behind 00 and FF, count) is not wholly there. Requires: runWords is 0.
  void (*unpack)(UnpackCursor& cursor) noexcept;
  // Whether this processor has the instructions.
  bool (*usable)() noexcept;
};

// All kernels of this build, the best first; the last is `scalar`, which is usable everywhere.
std::span<const PackedKernel> packedKernels() noexcept;

// The kernel that is used where none is given.
const PackedKernel& packedKernel() noexcept;

namespace internal {
// What packedKernel() comes to. `wanted` is the value of CAPSTAN_KERNELS, or null.
const PackedKernel& choosePackedKernel(const char* wanted) noexcept;
}  // namespace internal

}  // namespace capstan::inline CAPSTAN_ABI
