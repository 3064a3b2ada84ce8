// SPDX-License-Identifier: Apache-2.0
// Where bytes go to and come from: the two interfaces that streams stand on one another by.
//
// Both may do less than they are asked for and are then asked again, so that a file descriptor or
// socket behind them needs no loop of its own. One that is not ready, and would have to wait where
// it may not, returns Unavailable; nothing is lost, and the call may be made again.
// Threads: one at a time.
#pragma once

#include <cstddef>
#include <span>

#include <sys/uio.h>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI {

class ByteSink {
 public:
  virtual ~ByteSink() = default;

  // Takes bytes from the front of the pieces. Returns: how many, at least one unless they have
  // none. Errors: Unavailable when it would have to wait; whatever else keeps bytes from being
  // taken. None are then taken.
  virtual absl::StatusOr<std::size_t> write(std::span<const iovec> pieces) = 0;
};

class ByteSource {
 public:
  virtual ~ByteSource() = default;

  // Puts bytes to the front of `room`. Returns: how many, at least one unless the room is empty;
  // 0 at the end. Errors: as ByteSink::write; none are then used up.
  virtual absl::StatusOr<std::size_t> read(std::span<std::byte> room) = 0;
};

// Writes all of the pieces. What has been taken is cut off their front, so that after Unavailable
// the call may be made again with the rest. Errors: those of the sink.
absl::Status writeAll(ByteSink& sink, std::span<iovec> pieces);

}  // namespace capstan::inline CAPSTAN_ABI
