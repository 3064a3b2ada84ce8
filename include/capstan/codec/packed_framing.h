// SPDX-License-Identifier: Apache-2.0
// The front of a packed message: its segment table, unpacked, which tells how much room the rest
// takes. The runs of a foreign packer may go on from the table into the segments, and so does the
// unpacker.
#pragma once

#include <cstddef>
#include <cstdint>

#include "capstan/base/bytes.h"
#include "capstan/base/config.h"
#include "capstan/base/fault.h"
#include "capstan/base/units.h"
#include "capstan/codec/framing.h"
#include "capstan/codec/packed.h"

namespace capstan::inline CAPSTAN_ABI {

// Neither copyable nor movable: `table` points into `bytes`.
struct PackedTable {
  PackedTable() = default;
  PackedTable(const PackedTable&) = delete;
  PackedTable& operator=(const PackedTable&) = delete;

  Unpacker unpacker;          // has unpacked the table and no more
  std::size_t usedBytes = 0;  // of the packed bytes
  SegmentTable table;
  std::byte bytes[segmentTableBytes(kMaxSegmentsRead)];
};

// Unpacks the table at the front of `packed`. The segments themselves need not be there yet.
// Returns: kNone and the table; kPackedTruncated if `packed` ends inside it; else as
// parseSegmentTable. Cost: O(segments); nothing is allocated.
FaultKind unpackTable(Bytes packed, std::uint64_t maxMessageWords, PackedTable& to) noexcept;

}  // namespace capstan::inline CAPSTAN_ABI
