// SPDX-License-Identifier: Apache-2.0
// Memory from the system: blocks for buffers, and address space that is committed in part.
//
// Nothing here throws; null and false mean that the system refused. Threads: any.
#pragma once

#include <cstddef>
#include <cstdint>

#include "capstan/base/config.h"
#include "capstan/pool/size_class.h"

namespace capstan::inline CAPSTAN_ABI::internal {

// Every buffer starts at a cache line, which is also what the widest vector loads like.
inline constexpr std::size_t kBufferAlignment = 64;

// From here on blocks are mapped at this alignment and may be backed by huge pages: one fault
// for 512 small ones (16 MiB touched for the first time: 0.8 ms against 53 ms where measured).
inline constexpr std::size_t kHugePageBytes = std::size_t{2} << 20;

constexpr std::size_t roundUpTo(std::size_t multiple, std::size_t bytes) noexcept {
  return (bytes + multiple - 1) / multiple * multiple;
}

[[nodiscard]] std::byte* allocateBlock(std::size_t bytes) noexcept;

// Requires: `bytes` is what the block was allocated with.
void freeBlock(std::byte* data, std::size_t bytes) noexcept;

// Address space without memory behind it. It is mapped inaccessible, so that it counts against no
// commit limit (overcommit mode 2) until commitRange makes part of it usable.
// Requires: a multiple of kHugePageBytes.
[[nodiscard]] std::byte* reserveRange(std::size_t bytes) noexcept;
void freeRange(std::byte* data, std::size_t bytes) noexcept;

// Requires: [from, to) lies in one reserved range, at page boundaries.
[[nodiscard]] bool commitRange(std::byte* data, std::size_t from, std::size_t to) noexcept;

// Gives pages and commit charge back; the addresses stay reserved.
// Returns: false when the range is left as it was.
bool decommitRange(std::byte* data, std::size_t from, std::size_t to) noexcept;

// A clock of some milliseconds' resolution that costs about 5 ns.
[[nodiscard]] std::uint64_t coarseMillis() noexcept;

// Puts that clock forward, for the whole process.
void advanceClockForTesting(std::uint64_t millis) noexcept;

}  // namespace capstan::inline CAPSTAN_ABI::internal
