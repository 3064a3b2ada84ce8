// SPDX-License-Identifier: Apache-2.0
// Any bytes as framed messages in a row: what the table says is held against an independent sum,
// and what is taken is framed again to the same bytes.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "capstan/codec/framing.h"
#include "capstan/message/message_reader.h"

namespace capstan {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void checkTable(Bytes bytes, const SegmentTable& table) {
  std::uint64_t words = 0;
  for (std::uint32_t i = 0; i < table.segments; ++i) words += table.segmentWords(i);
  require(words == table.contentWords);
  std::vector<std::byte> again(table.tableBytes);
  SegmentTableWriter writer(again.data(), table.segments);
  for (std::uint32_t i = 0; i < table.segments; ++i) writer.put(table.segmentWords(i));
  // The padding of a foreign table need not be zero.
  const std::size_t compared = (table.segments + std::size_t{1}) * sizeof(std::uint32_t);
  require(std::memcmp(again.data(), bytes.data(), compared) == 0);
  const ExpectedSize expected = expectedMessageBytes(bytes);
  require(expected.isExact && expected.bytes == table.messageBytes());
}

// Takes the message at the start. Returns: the bytes it has; 0 if there is none.
std::size_t takeOne(Bytes bytes) {
  SegmentTable table;
  const FaultKind fault = parseSegmentTable(bytes, kDefaultMaxMessageWords, table);
  if (fault == FaultKind::kNone) checkTable(bytes, table);
  MessageReader reader;
  std::size_t used = 0;
  if (!reader.reopenPrefix(bytes, used).ok()) {
    require(fault != FaultKind::kNone || bytes.size() < table.messageBytes());
    require(!reader.reopen(bytes).ok());
    return 0;
  }
  require(used == table.messageBytes() && used <= bytes.size());
  require(reader.segmentCount() == table.segments && reader.sizeWords() == table.contentWords);
  require(reader.reopen(bytes.first(used)).ok());
  require(bytes.size() == used || !reader.reopen(bytes).ok());
  return used;
}

}  // namespace
}  // namespace capstan

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  capstan::Bytes rest(reinterpret_cast<const std::byte*>(data), size);
  while (const std::size_t used = capstan::takeOne(rest)) rest = rest.from(used);
  return 0;
}
