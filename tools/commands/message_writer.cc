// SPDX-License-Identifier: Apache-2.0
#include "tools/commands/message_writer.h"

#include <algorithm>
#include <span>

#include "absl/strings/str_cat.h"
#include "capstan/base/absl_text.h"
#include "capstan/codec/packed_stream.h"
#include "capstan/layout/canonical.h"
#include "capstan/message/try_copy.h"

namespace capstan::inline CAPSTAN_ABI::commands {
namespace {

// Pointers that share what they lead to have a copy each: within the traversal budget.
constexpr std::uint64_t kGrowth = 8;

absl::Status writePiece(ByteSink& to, std::span<const std::byte> bytes) {
  iovec piece = {.iov_base = const_cast<std::byte*>(bytes.data()), .iov_len = bytes.size()};
  return writeAll(to, {&piece, 1});
}

}  // namespace

ArenaOptions MessageWriter::arenaOptions(std::uint32_t segmentWords, std::uint64_t largestWords,
                                         std::vector<std::uint64_t>& firstSegment) {
  if (segmentWords != 0) {
    firstSegment.resize(segmentWords);
    return {.maxSegmentWords = segmentWords,
            .firstSegment = std::as_writable_bytes(std::span(firstSegment))};
  }
  const std::uint64_t words = std::min<std::uint64_t>(largestWords, kMaxSegmentWords) * kGrowth;
  const std::uint64_t reserveWords = std::min<std::uint64_t>(words, kMaxSegmentWords) + 1;
  return {.growth = GrowthPolicy::kSingleSegment,
          .reserveBytes = static_cast<std::size_t>(reserveWords * kBytesPerWord)};
}

MessageWriter::MessageWriter(MessageFormat format, std::uint32_t segmentWords,
                             std::uint64_t largestWords, ByteSink& to)
    : format_(format),
      to_(to),
      built_(arenaOptions(segmentWords, largestWords, firstSegment_)),
      encoder_(
          to, {.framing = format == MessageFormat::kPacked ? Framing::kPacked : Framing::kPlain}) {}

absl::Status MessageWriter::copy(MessageReader& message) {
  built_.reset();
  absl::Status status = tryCopy(built_.root(), message.root());
  // A message without a root pointer has nothing to copy, and a fault.
  return status.ok() ? message.status() : status;
}

absl::Status MessageWriter::writeSegment(MessageReader& message) {
  if (format_ == MessageFormat::kCanonical) {
    const absl::StatusOr<Buffer> canonical = canonicalize(message.root());
    if (!canonical.ok()) return canonical.status();
    if (message.fault()) return message.status();
    return writePiece(to_, canonical->bytes());
  }
  absl::Status status = copy(message);
  if (!status.ok()) return status;
  const std::span<const std::byte> segment = built_.segments()[0];
  if (format_ == MessageFormat::kFlat) return writePiece(to_, segment);
  PackedSink packed(to_);
  status = writePiece(packed, segment);
  return status.ok() ? packed.flush() : status;
}

absl::Status MessageWriter::write(MessageReader& message) {
  ++messages_;
  if (isFlat(format_)) {
    if (messages_ == 1) return writeSegment(message);
    return absl::InvalidArgumentError(absl::StrCat(
        "a ", abslText(nameOf(format_)), " file is one message, and this one is the second"));
  }
  absl::Status status = copy(message);
  return status.ok() ? encoder_.encode(built_) : status;
}

absl::Status MessageWriter::finish() {
  if (isFlat(format_) && messages_ == 0) {
    return absl::InvalidArgumentError(absl::StrCat("a ", abslText(nameOf(format_)),
                                                   " file is one message, and the input has none"));
  }
  return encoder_.flush();
}

}  // namespace capstan::inline CAPSTAN_ABI::commands
