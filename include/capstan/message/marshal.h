// SPDX-License-Identifier: Apache-2.0
// From a built message to framed bytes of one's own.
//
// These copy; MessageBuilder::framedInPlace, segments and framedPieces show the message without a
// copy, and detach moves it out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "absl/status/statusor.h"
#include "capstan/base/config.h"
#include "capstan/message/message_builder.h"
#include "capstan/pool/buffer.h"

namespace capstan::inline CAPSTAN_ABI {

// The bytes that the framed message has. Cost: O(segments).
std::size_t marshalledBytes(MessageBuilder& message);

// Copies the framed message into a buffer of the message's pool.
// Errors: ResourceExhausted when the pool has no memory.
absl::StatusOr<Buffer> marshal(MessageBuilder& message);

// Copies the framed message to the start of `to`. Returns: the bytes written.
// Errors: InvalidArgument, with nothing written, when `to` is too small.
absl::StatusOr<std::size_t> marshalTo(MessageBuilder& message, std::span<std::byte> to);

// Appends the framed message to `to`.
void appendTo(MessageBuilder& message, std::string& to);

}  // namespace capstan::inline CAPSTAN_ABI
