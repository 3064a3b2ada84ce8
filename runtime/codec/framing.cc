// SPDX-License-Identifier: Apache-2.0
#include "capstan/codec/framing.h"

namespace capstan::inline CAPSTAN_ABI {

FaultKind parseSegmentTable(Bytes from, std::uint64_t maxMessageWords, SegmentTable& table) {
  if (from.size() < kBytesPerWord) return FaultKind::kFrameTruncated;  // check: table-first-word
  // The stored count is one less; it is held against the limit before anything is added to it.
  const auto stored = loadLittle<std::uint32_t>(from.data());
  if (stored >= kMaxSegmentsRead) return FaultKind::kTooManySegments;  // check: segment-count
  table.segments = stored + 1;
  table.tableBytes = segmentTableBytes(table.segments);
  if (from.size() < table.tableBytes) return FaultKind::kFrameTruncated;  // check: table-bytes
  table.sizes = from.data() + sizeof(std::uint32_t);
  table.contentWords = 0;
  for (std::uint32_t i = 0; i < table.segments; ++i) {
    const std::uint32_t words = table.segmentWords(i);
    if (words > kMaxSegmentWords) return FaultKind::kMessageTooLarge;  // check: segment-words
    table.contentWords += words;
  }
  if (table.contentWords > maxMessageWords) {  // check: message-words
    return FaultKind::kMessageTooLarge;
  }
  return FaultKind::kNone;
}

ExpectedSize expectedMessageBytes(Bytes prefix) {
  if (prefix.size() < sizeof(std::uint32_t)) return {kBytesPerWord, false};
  const auto stored = loadLittle<std::uint32_t>(prefix.data());
  if (stored >= kMaxSegmentsRead) return {0, false};  // check: expected-segment-count
  const std::uint32_t segments = stored + 1;
  ExpectedSize expected{segmentTableBytes(segments), prefix.size() >= segmentTableBytes(segments)};
  for (std::uint32_t i = 0; i < segments; ++i) {
    const std::size_t at = (i + 1) * sizeof(std::uint32_t);
    if (at + sizeof(std::uint32_t) > prefix.size()) break;  // check: expected-table-bytes
    expected.bytes += std::uint64_t{loadLittle<std::uint32_t>(prefix.data() + at)} * kBytesPerWord;
  }
  return expected;
}

}  // namespace capstan::inline CAPSTAN_ABI
