// SPDX-License-Identifier: Apache-2.0
// From framed bytes to a reader.
#pragma once

#include <cstddef>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/utility/utility.h"
#include "capstan/base/bytes.h"
#include "capstan/base/config.h"
#include "capstan/message/message_reader.h"

namespace capstan::inline CAPSTAN_ABI {

// Opens the framed message that `framed` holds exactly, without copying.
// Errors: as MessageReader::reopen. Lifetime: the reader borrows `framed`.
inline absl::StatusOr<MessageReader> unmarshal(Bytes framed, const ReaderOptions& options = {}) {
  absl::StatusOr<MessageReader> reader(absl::in_place, options);
  absl::Status status = reader->reopen(framed);
  if (!status.ok()) reader = std::move(status);
  return reader;
}

// A message at the start of a longer run of bytes, and the bytes that it takes there.
struct UnmarshalledPrefix {
  MessageReader reader;
  std::size_t usedBytes = 0;
};

// Opens the framed message at the start of `framed`; the next one, if any, starts `usedBytes` on.
// Errors: as MessageReader::reopen, but bytes behind the message are none.
inline absl::StatusOr<UnmarshalledPrefix> unmarshalPrefix(Bytes framed,
                                                          const ReaderOptions& options = {}) {
  UnmarshalledPrefix prefix{MessageReader(options)};
  absl::Status status = prefix.reader.reopenPrefix(framed, prefix.usedBytes);
  if (!status.ok()) return status;
  return prefix;
}

}  // namespace capstan::inline CAPSTAN_ABI
