// SPDX-License-Identifier: Apache-2.0
#include "capstan/codec/packed_framing.h"

namespace capstan::inline CAPSTAN_ABI {
namespace {

// Unpacks bytes [from, to) of the table. Returns: whether they were all there.
bool unpackTableBytes(Bytes packed, std::size_t from, std::size_t to, PackedTable& table) {
  const UnpackedPart part =
      table.unpacker.push(packed.from(table.usedBytes), {table.bytes + from, to - from});
  table.usedBytes += part.usedBytes;
  return part.unpackedBytes == to - from;
}

}  // namespace

FaultKind unpackTable(Bytes packed, std::uint64_t maxMessageWords, PackedTable& to) noexcept {
  if (!unpackTableBytes(packed, 0, kBytesPerWord, to)) {  // check: packed-table-first-word
    return FaultKind::kPackedTruncated;
  }
  FaultKind fault = parseSegmentTable({to.bytes, kBytesPerWord}, maxMessageWords, to.table);
  if (fault != FaultKind::kFrameTruncated) return fault;
  const std::size_t tableBytes =
      segmentTableBytes(std::uint64_t{loadLittle<std::uint32_t>(to.bytes)} + 1);
  if (!unpackTableBytes(packed, kBytesPerWord, tableBytes, to)) {  // check: packed-table-bytes
    return FaultKind::kPackedTruncated;
  }
  return parseSegmentTable({to.bytes, tableBytes}, maxMessageWords, to.table);
}

}  // namespace capstan::inline CAPSTAN_ABI
