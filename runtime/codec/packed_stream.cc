// SPDX-License-Identifier: Apache-2.0
#include "capstan/codec/packed_stream.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "capstan/base/absl_text.h"
#include "capstan/base/fault_status.h"

namespace capstan::inline CAPSTAN_ABI {
namespace {

absl::Status noMemory() {
  return absl::ResourceExhaustedError(
      absl::StrCat("packed stream: no memory for its buffer of ", kPackedStreamBytes, " bytes"));
}

Bytes bytesOf(const iovec& piece) {
  return {static_cast<const std::byte*>(piece.iov_base), piece.iov_len};
}

}  // namespace

PackedSink::PackedSink(ByteSink& to, PoolHandle pool)
    : to_(to), buffer_(pool.acquire(kPackedStreamBytes)) {}

absl::StatusOr<std::size_t> PackedSink::write(std::span<const iovec> pieces) {
  if (!buffer_) return noMemory();
  for (const iovec& piece : pieces) {
    if (piece.iov_len % kBytesPerWord != 0) {
      return absl::InvalidArgumentError(absl::StrCat("packed stream: a piece of ", piece.iov_len,
                                                     " bytes is not a whole number of words"));
    }
  }
  if (!failure_.ok()) return std::exchange(failure_, absl::OkStatus());
  std::size_t taken = 0;
  for (const iovec& piece : pieces) {
    Bytes rest = bytesOf(piece);
    while (!rest.empty()) {
      const PackedPart part = pack(rest, buffer_.bytes().subspan(end_));
      end_ += part.packedBytes;
      taken += part.usedBytes;
      rest = rest.from(part.usedBytes);
      if (rest.empty()) break;
      absl::Status flushed = flush();
      if (flushed.ok()) continue;
      if (taken == 0) return flushed;
      failure_ = std::move(flushed);
      return taken;
    }
  }
  return taken;
}

absl::Status PackedSink::flush() {
  if (!failure_.ok()) return std::exchange(failure_, absl::OkStatus());
  while (begin_ != end_) {
    const iovec piece{buffer_.data() + begin_, end_ - begin_};
    const absl::StatusOr<std::size_t> written = to_.write({&piece, 1});
    if (!written.ok()) return written.status();
    begin_ += *written;
  }
  begin_ = end_ = 0;
  return absl::OkStatus();
}

PackedSource::PackedSource(ByteSource& from, PoolHandle pool)
    : from_(from), buffer_(pool.acquire(kPackedStreamBytes)) {}

absl::StatusOr<std::size_t> PackedSource::read(std::span<std::byte> room) {
  if (!buffer_) return noMemory();
  if (room.empty()) return std::size_t{0};
  bool isEnd = false;
  while (true) {
    const std::size_t unpacked = unpackAhead(room);
    if (unpacked != 0) return unpacked;
    if (isEnd) break;
    absl::Status refilled = refill(isEnd);
    if (!refilled.ok()) return refilled;
  }
  if (unpacker_.isWhole()) return std::size_t{0};
  return absl::InvalidArgumentError(
      absl::StrCat("packed stream: ", abslText(describe(FaultKind::kPackedTruncated)), " (at byte ",
                   usedBytes_, "): was it cut off?"));
}

// Unpacks what is at hand. Returns: the bytes that came to the front of `room`.
std::size_t PackedSource::unpackAhead(std::span<std::byte> room) {
  const std::size_t wholeWords = room.size() / kBytesPerWord * kBytesPerWord;
  if (wordLeft_ == 0) {
    const bool isPartOfAWord = wholeWords == 0;
    const std::span<std::byte> to =
        isPartOfAWord ? std::span<std::byte>(word_) : room.first(wholeWords);
    const UnpackedPart part = unpacker_.push(ahead(), to);
    begin_ += part.usedBytes;
    usedBytes_ += part.usedBytes;
    if (!isPartOfAWord) return part.unpackedBytes;
    wordLeft_ = part.unpackedBytes;
  }
  const std::size_t now = std::min(wordLeft_, room.size());
  std::memcpy(room.data(), word_ + kBytesPerWord - wordLeft_, now);
  wordLeft_ -= now;
  return now;
}

// Reads more packed bytes behind those that are all unpacked.
absl::Status PackedSource::refill(bool& isEnd) {
  absl::StatusOr<std::size_t> got = from_.read(buffer_.bytes());
  if (!got.ok()) return got.status();
  begin_ = 0;
  end_ = *got;
  isEnd = *got == 0;
  return absl::OkStatus();
}

}  // namespace capstan::inline CAPSTAN_ABI
