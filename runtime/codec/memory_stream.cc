// SPDX-License-Identifier: Apache-2.0
#include "capstan/codec/memory_stream.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace capstan::inline CAPSTAN_ABI {

absl::StatusOr<std::size_t> MemorySink::write(std::span<const iovec> pieces) {
  std::size_t taken = 0;
  for (const iovec& piece : pieces) {
    const std::size_t now = std::min(piece.iov_len, memory_.size() - usedBytes_);
    if (now != 0) std::memcpy(memory_.data() + usedBytes_, piece.iov_base, now);
    usedBytes_ += now;
    taken += now;
    if (now != piece.iov_len && taken == 0) {
      return absl::OutOfRangeError(
          absl::StrCat("write: all ", memory_.size(), " bytes of the memory are in use"));
    }
    if (now != piece.iov_len) break;
  }
  return taken;
}

absl::StatusOr<std::size_t> StringSink::write(std::span<const iovec> pieces) {
  std::size_t taken = 0;
  for (const iovec& piece : pieces) {
    to_.append(static_cast<const char*>(piece.iov_base), piece.iov_len);
    taken += piece.iov_len;
  }
  return taken;
}

}  // namespace capstan::inline CAPSTAN_ABI
