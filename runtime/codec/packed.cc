// SPDX-License-Identifier: Apache-2.0
#include "capstan/codec/packed.h"

#include <algorithm>
#include <cstring>

#include "runtime/codec/packed_scalar.h"
#include "runtime/codec/tag_tables.h"

namespace capstan::inline CAPSTAN_ABI {
namespace {

UnpackedSize cutOff(UnpackedSize size) {
  size.fault = FaultKind::kPackedTruncated;
  return size;
}

}  // namespace

PackedPart pack(Bytes piece, std::span<std::byte> room, const PackedKernel& kernel) noexcept {
  PackCursor cursor{piece.data(), piece.data() + piece.size(), room.data(),
                    room.data() + room.size()};
  kernel.pack(cursor);
  return {static_cast<std::size_t>(cursor.from - piece.data()),
          static_cast<std::size_t>(cursor.to - room.data())};
}

UnpackedPart unpack(Bytes packed, std::span<std::byte> room, const PackedKernel& kernel) noexcept {
  Unpacker unpacker(kernel);
  UnpackedPart part = unpacker.push(packed, room);
  if (part.unpackedBytes < room.size()) {  // check: unpack-truncated
    part.fault = FaultKind::kPackedTruncated;
  } else if (!unpacker.isWhole()) {  // check: unpack-overrun
    part.fault = FaultKind::kPackedOverrun;
  }
  return part;
}

std::uint64_t packedSizeBytes(Bytes piece) noexcept {
  std::uint64_t bytes = 0;
  const std::byte* from = piece.data();
  const std::byte* const end = from + piece.size();
  while (from != end) {
    const unsigned tag = internal::tagOf(loadLittle<std::uint64_t>(from));
    bytes += internal::kHeadBytes[tag];
    std::size_t words = 1;
    if (tag == 0 || tag == internal::kFullTag) words = internal::runWords(from, end, tag == 0);
    if (tag != 0) bytes += (words - 1) * kBytesPerWord;
    from += words * kBytesPerWord;
  }
  return bytes;
}

UnpackedSize unpackedSize(Bytes packed) noexcept {
  UnpackedSize size;
  while (size.usedBytes < packed.size()) {
    const Bytes rest = packed.from(size.usedBytes);
    const auto tag = std::to_integer<unsigned>(*rest.data());
    std::size_t bytes = internal::kHeadBytes[tag];
    if (rest.size() < bytes) return cutOff(size);  // check: unpacked-size-head
    const bool isRun = tag == 0 || tag == internal::kFullTag;
    const std::size_t more = isRun ? std::to_integer<std::size_t>(rest.data()[bytes - 1]) : 0;
    if (tag != 0) bytes += more * kBytesPerWord;
    if (rest.size() < bytes) return cutOff(size);  // check: unpacked-size-run
    size.words += 1 + more;
    size.usedBytes += bytes;
  }
  return size;
}

UnpackedPart Unpacker::push(Bytes packed, std::span<std::byte> room) noexcept {
  UnpackCursor cursor{packed.data(), packed.data() + packed.size(), room.data(),
                      room.data() + room.size()};
  if (!room.empty() && finishHeld(cursor)) {
    internal::unpackRun(cursor, runWords_, isRunOfZeros_);
    if (cursor.runWords == 0) kernel_->unpack(cursor);
    takeRun(cursor);
    // Where there is room left, the bytes have ended inside a word.
    if (cursor.to != cursor.toEnd) hold(cursor, sizeof(held_));
  }
  return {FaultKind::kNone, static_cast<std::size_t>(cursor.from - packed.data()),
          static_cast<std::size_t>(cursor.to - room.data())};
}

// Completes the word that earlier bytes ended in. Returns: false if these end in it too.
bool Unpacker::finishHeld(UnpackCursor& cursor) noexcept {
  if (heldBytes_ == 0) return true;
  const std::size_t whole =
      runWords_ != 0 ? kBytesPerWord : internal::kHeadBytes[std::to_integer<unsigned>(held_[0])];
  hold(cursor, whole);
  if (heldBytes_ < whole) return false;  // check: unpack-held
  heldBytes_ = 0;
  UnpackCursor word{held_, held_ + whole, cursor.to, cursor.toEnd};
  if (runWords_ != 0) {
    internal::unpackRun(word, runWords_, false);
  } else {
    internal::unpackNext(word);
  }
  takeRun(word);
  cursor.to = word.to;
  return true;
}

// Keeps bytes until there are `whole` of them.
void Unpacker::hold(UnpackCursor& cursor, std::size_t whole) noexcept {
  const std::size_t more = std::min<std::size_t>(
      whole - heldBytes_, static_cast<std::size_t>(cursor.fromEnd - cursor.from));
  if (more == 0) return;
  std::memcpy(held_ + heldBytes_, cursor.from, more);
  heldBytes_ = static_cast<std::uint8_t>(heldBytes_ + more);
  cursor.from += more;
}

void Unpacker::takeRun(const UnpackCursor& cursor) noexcept {
  runWords_ = cursor.runWords;
  isRunOfZeros_ = cursor.isRunOfZeros;
}

}  // namespace capstan::inline CAPSTAN_ABI
