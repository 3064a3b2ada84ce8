// SPDX-License-Identifier: Apache-2.0
// Any bytes as a stream: a frame parser that is given them at once finds the same messages as one
// that is given them in pieces, and as a decoder that reads them, plain or packed. Memory follows
// what came, and each message is walked.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "capstan/codec/memory_stream.h"
#include "capstan/codec/packed_stream.h"
#include "capstan/message/decoder.h"
#include "capstan/message/frame_parser.h"
#include "tests/hostile/walk.h"

namespace capstan {
namespace {

constexpr ReaderOptions kOptions = {.traversalLimitWords = 1 << 12, .maxMessageWords = 1 << 8};

void require(bool holds) {
  if (!holds) std::abort();
}

// Where each message of a stream began and what it was: its size, or 0 for one that was skipped.
using Found = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

// Takes the messages that are whole. Returns: false when the stream is lost.
bool take(FrameParser& parser, Found& found) {
  for (;;) {
    const absl::StatusOr<bool> got = parser.next();
    if (got.ok() && !*got) return true;
    found.emplace_back(parser.offsetBytes(), got.ok() ? parser.message().sizeWords() : 0);
    if (!got.ok() && !parser.skip().ok()) return false;
    if (got.ok()) Walk(Walk::Manner::kInEveryWay).pointer(parser.message().root());
  }
}

Found parseAtOnce(Bytes bytes) {
  FrameParser parser(kOptions);
  Found found;
  require(parser.push(bytes).ok());
  if (take(parser, found)) parser.finish().IgnoreError();
  return found;
}

Found parsePieces(Bytes bytes, std::size_t pieceBytes) {
  FrameParser parser(kOptions);
  Found found;
  while (!bytes.empty()) {
    const std::size_t now = std::min(pieceBytes, bytes.size());
    require(parser.push(bytes.first(now)).ok());
    if (!take(parser, found)) break;
    bytes = bytes.from(now);
  }
  return found;
}

Found decode(ByteSource& source) {
  Decoder decoder(source, kOptions);
  Found found;
  for (;;) {
    const absl::StatusOr<bool> got = decoder.next();
    if (got.ok() && !*got) return found;
    found.emplace_back(decoder.offsetBytes(), got.ok() ? decoder.message().sizeWords() : 0);
    // A stream that ends inside a message is no further message.
    if (absl::IsDataLoss(got.status())) found.pop_back();
    if (!got.ok() && !decoder.skip().ok()) return found;
  }
}

}  // namespace
}  // namespace capstan

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace capstan;
  if (size == 0) return 0;
  const Bytes bytes(reinterpret_cast<const std::byte*>(data) + 1, size - 1);
  const Found found = parseAtOnce(bytes);
  require(parsePieces(bytes, 1 + data[0] % 64) == found);
  MemorySource plain(bytes);
  require(decode(plain) == found);
  MemorySource packed(bytes);
  PackedSource unpacked(packed);
  decode(unpacked);
  return 0;
}
