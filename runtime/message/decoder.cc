// SPDX-License-Identifier: Apache-2.0
#include "capstan/message/decoder.h"

namespace capstan::inline CAPSTAN_ABI {

absl::StatusOr<bool> Decoder::nextSlow(absl::StatusOr<bool> got) {
  while (got.ok() && !*got) {
    const absl::StatusOr<std::span<std::byte>> room = parser_.room();
    if (!room.ok()) return room.status();
    const absl::StatusOr<std::size_t> bytes = from_.read(*room);
    if (!bytes.ok()) return bytes.status();
    if (*bytes == 0) {
      absl::Status end = parser_.finish();
      if (!end.ok()) return end;
      return false;
    }
    parser_.commit(*bytes);
    got = parser_.next();
  }
  return got;
}

}  // namespace capstan::inline CAPSTAN_ABI
