// SPDX-License-Identifier: Apache-2.0
#include "capstan/message/frame_parser.h"

#include <algorithm>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "capstan/base/absl_text.h"
#include "runtime/message/frame_status.h"

namespace capstan::inline CAPSTAN_ABI {
namespace {

// Smaller rooms would cost a call of the source for little.
constexpr std::size_t kMinRoomBytes = 4096;

}  // namespace

// Makes room for `bytes` bytes behind end_.
absl::Status FrameParser::makeRoom(std::size_t bytes) {
  begin_ += std::exchange(messageBytes_, 0);
  dropSkipped();
  reader_.reopenFlat({}).IgnoreError();
  if (begin_ == end_) {
    droppedBytes_ += begin_;
    begin_ = end_ = 0;
  }
  if (buffer_.capacityBytes() - end_ >= bytes) return absl::OkStatus();
  const std::size_t kept = end_ - begin_;
  if (buffer_.capacityBytes() - kept >= bytes && kept <= buffer_.capacityBytes() / 2) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, kept);
  } else {
    // Doubling: what is copied is in all no more than what has come.
    Buffer larger = pool_.acquire(std::max(kept + std::max(kept, bytes), kStreamBufferBytes));
    if (!larger) {
      return absl::ResourceExhaustedError(
          absl::StrCat("stream: no memory for ", bytes, " bytes more of the message at byte ",
                       offsetBytes(), ", of which ", kept, " are here"));
    }
    if (kept != 0) std::memcpy(larger.data(), buffer_.data() + begin_, kept);
    buffer_ = std::move(larger);
  }
  droppedBytes_ += std::exchange(begin_, 0);
  end_ = kept;
  return absl::OkStatus();
}

absl::Status FrameParser::push(Bytes bytes) {
  if (bytes.empty()) return absl::OkStatus();
  absl::Status status = makeRoom(bytes.size());
  if (!status.ok()) return status;
  std::memcpy(buffer_.data() + end_, bytes.data(), bytes.size());
  end_ += bytes.size();
  return absl::OkStatus();
}

absl::StatusOr<std::span<std::byte>> FrameParser::room() {
  absl::Status status = makeRoom(kMinRoomBytes);
  if (!status.ok()) return status;
  return std::span<std::byte>{buffer_.data() + end_, buffer_.capacityBytes() - end_};
}

// Drops the bytes of a skipped message that are here.
void FrameParser::dropSkipped() {
  const std::uint64_t dropped = std::min<std::uint64_t>(skipBytes_, end_ - begin_);
  begin_ += static_cast<std::size_t>(dropped);
  skipBytes_ -= dropped;
}

absl::StatusOr<bool> FrameParser::nextSlow() {
  dropSkipped();
  if (!status_.ok()) return status_;
  SegmentTable table;
  const FaultKind kind = parseSegmentTable(window(), reader_.options().maxMessageWords, table);
  if (kind == FaultKind::kFrameTruncated) return false;
  if (kind != FaultKind::kNone) return refuse(kind);
  const std::uint64_t bytes = table.messageBytes();
  if (bytes > end_ - begin_) return false;
  absl::Status status = reader_.reopen(window().first(static_cast<std::size_t>(bytes)));
  if (!status.ok()) return status;
  messageBytes_ = static_cast<std::size_t>(bytes);
  return true;
}

absl::Status FrameParser::refuse(FaultKind kind) {
  const std::string who = absl::StrCat("stream: message at byte ", offsetBytes());
  status_ = internal::tableStatus(who, kind, reader_.options(), internal::packedHint(window()));
  isTooLarge_ = kind == FaultKind::kMessageTooLarge;
  return status_;
}

absl::Status FrameParser::skip() {
  if (!isTooLarge_) {
    return absl::FailedPreconditionError(
        "skip: the last message has not been refused for its size; next() steps over all others");
  }
  skipBytes_ = expectedMessageBytes(window()).bytes;
  isTooLarge_ = false;
  status_ = absl::OkStatus();
  dropSkipped();
  return absl::OkStatus();
}

std::uint64_t FrameParser::missingBytes() const {
  const std::size_t there = end_ - begin_ - messageBytes_;
  if (skipBytes_ != 0) return skipBytes_ > there ? skipBytes_ - there : 1;
  const Bytes next = window().from(messageBytes_);
  const std::uint64_t expected = expectedMessageBytes(next).bytes;
  return expected > there ? expected - there : 1;
}

absl::Status FrameParser::finish() const {
  if (!status_.ok()) return status_;
  const std::uint64_t there = end_ - begin_ - messageBytes_;
  const std::uint64_t at = offsetBytes() + messageBytes_;
  if (skipBytes_ > there) {
    return absl::DataLossError(absl::StrCat("stream: it ends at byte ", at + there, ", ",
                                            skipBytes_ - there,
                                            " bytes before the end of the skipped message"));
  }
  const std::uint64_t rest = there - skipBytes_;
  if (rest == 0) return absl::OkStatus();
  return absl::DataLossError(absl::StrCat("stream: it ends inside the message at byte ",
                                          at + skipBytes_, ": ", rest, " bytes came, ",
                                          missingBytes(), " or more are missing"));
}

void FrameParser::reset() {
  reader_.reopenFlat({}).IgnoreError();
  buffer_.release();
  begin_ = end_ = messageBytes_ = 0;
  droppedBytes_ = skipBytes_ = 0;
  isTooLarge_ = false;
  status_ = absl::OkStatus();
}

}  // namespace capstan::inline CAPSTAN_ABI
