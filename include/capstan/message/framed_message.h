// SPDX-License-Identifier: Apache-2.0
// FramedMessage: a finished message that has left its builder.
//
// Owns the segments' memory, which goes back to the pool when it is destroyed, and shows the framed
// message as pieces for a gather write. Movable; may be released on another thread.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <sys/uio.h>

#include "capstan/arena/arena.h"
#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI {

class FramedMessage {
 public:
  FramedMessage() = default;
  FramedMessage(FramedMessage&&) noexcept = default;
  FramedMessage& operator=(FramedMessage&&) noexcept = default;

  // The framed message: the segment table, then the segments; one piece for a message framed in
  // place. Lifetime: as this object's; moving it keeps them.
  std::span<const iovec> pieces() const CAPSTAN_LIFETIME_BOUND { return pieces_; }
  // Cost: O(segments).
  std::size_t sizeBytes() const {
    std::size_t bytes = 0;
    for (const iovec& piece : pieces_) bytes += piece.iov_len;
    return bytes;
  }
  bool empty() const { return pieces_.empty(); }

 private:
  friend class MessageBuilder;

  void add(const std::byte* data, std::size_t bytes) {
    pieces_.push_back({const_cast<std::byte*>(data), bytes});
  }

  std::vector<Arena::DetachedSegment> segments_;
  std::vector<std::byte> table_;
  std::vector<iovec> pieces_;
};

}  // namespace capstan::inline CAPSTAN_ABI
