// SPDX-License-Identifier: Apache-2.0
#include "capstan/message/marshal.h"

#include <cstring>

#include "absl/strings/str_cat.h"
#include "capstan/codec/framing.h"

namespace capstan::inline CAPSTAN_ABI {
namespace {

// Writes the framed message; `to` has room for it.
void copyFramed(MessageBuilder& message, std::byte* to) {
  Arena& arena = message.arena();
  const std::uint32_t count = arena.segmentCount();
  SegmentTableWriter table(to, count);
  std::byte* content = to + segmentTableBytes(count);
  for (std::uint32_t id = 0; id < count; ++id) {
    const Segment& segment = *arena.segment(id);
    table.put(static_cast<std::uint32_t>(segment.sizeWords()));
    const std::size_t bytes = segment.sizeWords() * kBytesPerWord;
    if (bytes != 0) std::memcpy(content, segment.begin, bytes);
    content += bytes;
  }
}

absl::Status noMemory(std::size_t bytes) {
  return absl::ResourceExhaustedError(
      absl::StrCat("marshal: no memory for a message of ", bytes, " bytes"));
}

}  // namespace

std::size_t marshalledBytes(MessageBuilder& message) {
  message.root();
  return segmentTableBytes(message.arena().segmentCount()) + message.sizeWords() * kBytesPerWord;
}

absl::StatusOr<Buffer> marshal(MessageBuilder& message) {
  const std::span<const std::byte> whole = message.framedInPlace();
  const std::size_t bytes = whole.empty() ? marshalledBytes(message) : whole.size();
  Buffer buffer = message.arena().pool().acquire(bytes);
  if (!buffer) [[unlikely]]
    return noMemory(bytes);
  if (whole.empty()) {
    copyFramed(message, buffer.data());
  } else {
    std::memcpy(buffer.data(), whole.data(), bytes);
  }
  return buffer;
}

absl::StatusOr<std::size_t> marshalTo(MessageBuilder& message, std::span<std::byte> to) {
  const std::size_t bytes = marshalledBytes(message);
  if (to.size() < bytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("marshalTo: the message has ", bytes, " bytes, the room has ", to.size()));
  }
  copyFramed(message, to.data());
  return bytes;
}

void appendTo(MessageBuilder& message, std::string& to) {
  for (const iovec& piece : message.framedPieces()) {
    to.append(static_cast<const char*>(piece.iov_base), piece.iov_len);
  }
}

}  // namespace capstan::inline CAPSTAN_ABI
