// SPDX-License-Identifier: Apache-2.0
// The segment table of a message being built.
#pragma once

#include <cstddef>
#include <cstdint>

#include "capstan/arena/arena.h"
#include "capstan/codec/framing.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {

// Writes the table to `to`. Returns: its bytes. Requires: segmentTableBytes(segmentCount()) bytes.
inline std::size_t writeSegmentTable(Arena& arena, std::byte* to) {
  const std::uint32_t count = arena.segmentCount();
  SegmentTableWriter table(to, count);
  for (std::uint32_t id = 0; id < count; ++id) {
    table.put(static_cast<std::uint32_t>(arena.segment(id)->sizeWords()));
  }
  return segmentTableBytes(count);
}

}  // namespace internal
}  // namespace capstan::inline CAPSTAN_ABI
