// SPDX-License-Identifier: Apache-2.0
#include "capstan/message/packed.h"

#include <array>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "capstan/base/absl_text.h"
#include "capstan/base/fault_status.h"
#include "capstan/codec/packed_framing.h"
#include "runtime/message/frame_status.h"
#include "runtime/message/segment_table.h"

namespace capstan::inline CAPSTAN_ABI {
namespace {

constexpr char kWho[] = "unmarshalPacked";

// Calls visit(piece) for each piece that is packed by itself: the segment table, each segment.
template <typename Visit>
void forEachPiece(MessageBuilder& message, Visit visit) {
  message.root();
  Arena& arena = message.arena();
  std::array<std::byte, segmentTableBytes(kMaxSegmentsWritten)> table;
  visit(Bytes(table.data(), internal::writeSegmentTable(arena, table.data())));
  for (std::uint32_t id = 0; id < arena.segmentCount(); ++id) {
    const Segment& segment = *arena.segment(id);
    visit(Bytes(segment.begin, segment.sizeWords() * kBytesPerWord));
  }
}

std::size_t boundBytes(MessageBuilder& message) {
  std::uint64_t bytes = 0;
  forEachPiece(message, [&](Bytes piece) { bytes += packedBound(piece.size() / kBytesPerWord); });
  return bytes;
}

// Packs the message; `to` has room for it. Returns: the bytes written.
std::size_t packInto(MessageBuilder& message, std::span<std::byte> to) {
  std::size_t bytes = 0;
  forEachPiece(message, [&](Bytes piece) { bytes += pack(piece, to.subspan(bytes)).packedBytes; });
  return bytes;
}

absl::Status cutOffStatus(Bytes packed, const SegmentTable* table) {
  std::string text = absl::StrCat(kWho, ": ", abslText(describe(FaultKind::kPackedTruncated)),
                                  " (at byte ", packed.size());
  if (table != nullptr) {
    absl::StrAppend(&text, ", the message has ", table->messageBytes(), " bytes unpacked");
  }
  absl::StrAppend(&text, "): was it cut off?", internal::framedHint(packed));
  return absl::InvalidArgumentError(text);
}

absl::Status frontStatus(FaultKind kind, Bytes packed, const ReaderOptions& options) {
  if (kind == FaultKind::kPackedTruncated) return cutOffStatus(packed, nullptr);
  return internal::tableStatus(kWho, kind, options, internal::framedHint(packed));
}

// What is wrong behind the last word of the message, if anything.
absl::Status endStatus(Bytes packed, std::size_t used, const Unpacker& unpacker, bool isPrefix) {
  if (!unpacker.isWhole()) {
    return absl::InvalidArgumentError(absl::StrCat(
        kWho, ": ", abslText(describe(FaultKind::kPackedOverrun)), " (by ", unpacker.runWords(),
        " words, at byte ", used, "): were messages packed as one? Pack each by itself",
        internal::framedHint(packed)));
  }
  if (isPrefix || used == packed.size()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      kWho, ": ", packed.size() - used, " bytes follow the end of the message (at byte ", used,
      "): use unmarshalPackedPrefix for messages in a row", internal::framedHint(packed)));
}

}  // namespace

std::size_t packedMessageBytes(MessageBuilder& message) {
  std::uint64_t bytes = 0;
  forEachPiece(message, [&](Bytes piece) { bytes += packedSizeBytes(piece); });
  return bytes;
}

absl::StatusOr<Buffer> marshalPacked(MessageBuilder& message) {
  const std::size_t bound = boundBytes(message);
  Buffer buffer = message.arena().pool().acquire(bound);
  if (!buffer) {
    return absl::ResourceExhaustedError(
        absl::StrCat("marshalPacked: no memory for up to ", bound, " bytes"));
  }
  buffer.resize(packInto(message, {buffer.data(), buffer.capacityBytes()}));
  return buffer;
}

absl::StatusOr<std::size_t> marshalPackedTo(MessageBuilder& message, std::span<std::byte> to) {
  if (to.size() < boundBytes(message)) {
    const std::size_t bytes = packedMessageBytes(message);
    if (to.size() < bytes) {
      return absl::InvalidArgumentError(absl::StrCat("marshalPackedTo: the packed message has ",
                                                     bytes, " bytes, the room has ", to.size()));
    }
  }
  return packInto(message, to);
}

void appendPackedTo(MessageBuilder& message, std::string& to) {
  std::array<std::byte, 2 * kMaxPackedRunBytes> room;
  forEachPiece(message, [&](Bytes piece) {
    while (!piece.empty()) {
      const PackedPart part = pack(piece, room);
      to.append(reinterpret_cast<const char*>(room.data()), part.packedBytes);
      piece = piece.from(part.usedBytes);
    }
  });
}

namespace internal {

absl::Status unpackMessage(Bytes packed, const ReaderOptions& options, const PoolHandle& pool,
                           Buffer& to, std::size_t* usedBytes) {
  PackedTable front;
  const FaultKind kind = unpackTable(packed, options.maxMessageWords, front);
  if (kind != FaultKind::kNone) return frontStatus(kind, packed, options);
  const std::uint64_t bytes = front.table.messageBytes();
  if (bytes / kMaxBytesPerPackedByte > packed.size()) {  // check: unpack-claim
    return cutOffStatus(packed, &front.table);
  }
  if (!to.resize(bytes)) to = pool.acquire(bytes);
  if (!to) {
    return absl::ResourceExhaustedError(
        absl::StrCat(kWho, ": no memory for a message of ", bytes, " bytes"));
  }
  const std::size_t tableBytes = front.table.tableBytes;
  std::memcpy(to.data(), front.bytes, tableBytes);
  const UnpackedPart rest =
      front.unpacker.push(packed.from(front.usedBytes), to.bytes().subspan(tableBytes));
  if (rest.unpackedBytes != bytes - tableBytes) {  // check: unpack-message
    return cutOffStatus(packed, &front.table);
  }
  const std::size_t used = front.usedBytes + rest.usedBytes;
  if (usedBytes != nullptr) *usedBytes = used;
  return endStatus(packed, used, front.unpacker, usedBytes != nullptr);
}

}  // namespace internal

absl::Status PackedMessageReader::open(Bytes packed, std::size_t* usedBytes) {
  absl::Status status =
      internal::unpackMessage(packed, reader_.options(), pool_, unpacked_, usedBytes);
  if (status.ok()) return reader_.reopen(unpacked_);
  close();
  return status;
}

// Leaves a reader of nothing that keeps its table of segments.
void PackedMessageReader::close() { reader_.reopenFlat({}).IgnoreError(); }

absl::Status PackedMessageReader::reopen(Bytes packed) { return open(packed, nullptr); }

absl::Status PackedMessageReader::reopenPrefix(Bytes packed, std::size_t& usedBytes) {
  return open(packed, &usedBytes);
}

void PackedMessageReader::reset() {
  close();
  unpacked_.release();
}

absl::StatusOr<PackedMessageReader> unmarshalPacked(Bytes packed, const ReaderOptions& options) {
  PackedMessageReader reader(options);
  absl::Status status = reader.reopen(packed);
  if (!status.ok()) return status;
  return reader;
}

absl::StatusOr<UnmarshalledPackedPrefix> unmarshalPackedPrefix(Bytes packed,
                                                               const ReaderOptions& options) {
  UnmarshalledPackedPrefix prefix{PackedMessageReader(options)};
  absl::Status status = prefix.reader.reopenPrefix(packed, prefix.usedBytes);
  if (!status.ok()) return status;
  return prefix;
}

}  // namespace capstan::inline CAPSTAN_ABI
