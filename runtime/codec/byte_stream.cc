// SPDX-License-Identifier: Apache-2.0
#include "capstan/codec/byte_stream.h"

#include <algorithm>

namespace capstan::inline CAPSTAN_ABI {

absl::Status writeAll(ByteSink& sink, std::span<iovec> pieces) {
  while (!pieces.empty()) {
    if (pieces.front().iov_len == 0) {
      pieces = pieces.subspan(1);
      continue;
    }
    const absl::StatusOr<std::size_t> written = sink.write(pieces);
    if (!written.ok()) return written.status();
    std::size_t taken = *written;
    for (iovec& piece : pieces) {
      const std::size_t now = std::min(taken, piece.iov_len);
      piece.iov_base = static_cast<std::byte*>(piece.iov_base) + now;
      piece.iov_len -= now;
      taken -= now;
      if (taken == 0) break;
    }
  }
  return absl::OkStatus();
}

}  // namespace capstan::inline CAPSTAN_ABI
