// SPDX-License-Identifier: Apache-2.0
#include "capstan/message/encoder.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "capstan/base/misuse.h"
#include "capstan/message/packed.h"

namespace capstan::inline CAPSTAN_ABI {
namespace {

std::size_t totalBytes(std::span<const iovec> pieces) {
  std::size_t bytes = 0;
  for (const iovec& piece : pieces) bytes += piece.iov_len;
  return bytes;
}

// Appends what follows the first `skipBytes` bytes of `from`.
void appendFrom(std::span<const iovec> from, std::size_t skipBytes, std::vector<iovec>& to) {
  for (const iovec& piece : from) {
    const std::size_t skipped = std::min(skipBytes, piece.iov_len);
    skipBytes -= skipped;
    if (skipped == piece.iov_len) continue;
    to.push_back({static_cast<std::byte*>(piece.iov_base) + skipped, piece.iov_len - skipped});
  }
}

}  // namespace

// Sees off what waits, as far as that goes. Returns: OK where a message may be taken.
absl::Status Encoder::admit() {
  if (!status_.ok()) return status_;
  if (!hasPending()) return absl::OkStatus();
  absl::Status status = flush();
  if (status.ok()) return status;
  if (!status_.ok()) return status_;
  if (pendingBytes_ <= options_.maxPendingBytes) return absl::OkStatus();
  return absl::ResourceExhaustedError(
      absl::StrCat("encode: ", pendingBytes_, " bytes wait for the sink (limit ",
                   options_.maxPendingBytes, "): flush() before more is encoded"));
}

// Makes the messages the pieces of the write at hand.
absl::Status Encoder::gather(std::span<MessageBuilder* const> messages) {
  for (MessageBuilder* message : messages) {
    if (options_.framing == Framing::kPlain) {
      appendFrom(message->framedPieces(), 0, pieces_);
      continue;
    }
    absl::StatusOr<Buffer> packed = marshalPacked(*message);
    if (!packed.ok()) return packed.status();
    packed_.push_back(*std::move(packed));
    pieces_.push_back({packed_.back().data(), packed_.back().sizeBytes()});
  }
  return absl::OkStatus();
}

// Writes the pieces, and cuts off their front what the sink has taken. Returns: OK, and how much is
// left because the sink would have to wait.
absl::Status Encoder::writePieces(std::size_t& restBytes) {
  const std::size_t bytes = totalBytes(pieces_);
  const absl::Status status = writeAll(to_, pieces_);
  restBytes = totalBytes(pieces_);
  writtenBytes_ += bytes - restBytes;
  if (!status.ok() && !absl::IsUnavailable(status)) status_ = status;
  return status_;
}

void Encoder::keep(Pending&& pending, std::size_t bytes) {
  if (firstPending_ != 0 && pending_.size() == pending_.capacity()) {
    pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(firstPending_));
    firstPending_ = 0;
  }
  pending_.push_back(std::move(pending));
  pendingBytes_ += bytes;
}

// Keeps a copy of the pieces.
absl::Status Encoder::keepCopy(const PoolHandle& pool, std::size_t bytes) {
  Pending pending;
  pending.buffer = pool.acquire(bytes);
  if (!pending.buffer) {
    return absl::ResourceExhaustedError(
        absl::StrCat("encode: no memory for ", bytes, " bytes that the sink has not taken"));
  }
  std::byte* to = pending.buffer.data();
  for (const iovec& piece : pieces_) {
    if (piece.iov_len != 0) std::memcpy(to, piece.iov_base, piece.iov_len);
    to += piece.iov_len;
  }
  keep(std::move(pending), bytes);
  return absl::OkStatus();
}

// Writes the pieces, or keeps a copy of what cannot be written now.
absl::Status Encoder::send(const PoolHandle& pool) {
  const std::size_t bytes = totalBytes(pieces_);
  std::size_t restBytes = bytes;
  absl::Status status;
  if (!hasPending()) status = writePieces(restBytes);
  if (!status.ok() || restBytes == 0) return status;
  status = keepCopy(pool, restBytes);
  if (!status.ok() && restBytes != bytes) status_ = status;
  return status;
}

absl::Status Encoder::encode(std::span<MessageBuilder* const> messages) {
  absl::Status status = admit();
  if (!status.ok() || messages.empty()) return status;
  pieces_.clear();
  status = gather(messages);
  if (status.ok()) status = send(messages.front()->arena().pool());
  packed_.clear();
  return status;
}

absl::Status Encoder::encode(FramedMessage&& message) {
  requireUse(options_.framing == Framing::kPlain,
             "Encoder::encode(FramedMessage) writes plain framing: give the builder to a "
             "packed encoder instead");
  absl::Status status = admit();
  if (!status.ok()) return status;
  const std::size_t bytes = message.sizeBytes();
  std::size_t restBytes = bytes;
  if (!hasPending()) {
    pieces_.assign(message.pieces().begin(), message.pieces().end());
    status = writePieces(restBytes);
    if (!status.ok()) return status;
  }
  FramedMessage taken = std::move(message);
  if (restBytes != 0) {
    keep({.buffer = {}, .message = std::move(taken), .sentBytes = bytes - restBytes}, restBytes);
  }
  return absl::OkStatus();
}

absl::Status Encoder::flush() {
  if (!status_.ok()) return status_;
  while (hasPending()) {
    pieces_.clear();
    for (std::size_t i = firstPending_; i < pending_.size(); ++i) {
      Pending& pending = pending_[i];
      const iovec whole = {pending.buffer.data(), pending.buffer.sizeBytes()};
      appendFrom(pending.buffer ? std::span<const iovec>(&whole, 1) : pending.message.pieces(),
                 pending.sentBytes, pieces_);
    }
    const absl::StatusOr<std::size_t> taken = to_.write(pieces_);
    if (!taken.ok() && !absl::IsUnavailable(taken.status())) status_ = taken.status();
    if (!taken.ok()) return taken.status();
    sent(*taken);
  }
  return absl::OkStatus();
}

// The sink has taken `bytes` bytes of what waits.
void Encoder::sent(std::size_t bytes) {
  pendingBytes_ -= bytes;
  writtenBytes_ += bytes;
  while (bytes != 0) {
    Pending& first = pending_[firstPending_];
    const std::size_t now = std::min(bytes, first.sizeBytes() - first.sentBytes);
    first.sentBytes += now;
    bytes -= now;
    if (first.sentBytes != first.sizeBytes()) break;
    first = Pending();
    ++firstPending_;
  }
  if (firstPending_ != pending_.size()) return;
  pending_.clear();
  firstPending_ = 0;
}

}  // namespace capstan::inline CAPSTAN_ABI
