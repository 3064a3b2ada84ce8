// SPDX-License-Identifier: Apache-2.0
#include "capstan/codec/iostream_stream.h"

#include <algorithm>

#include "absl/status/status.h"

namespace capstan::inline CAPSTAN_ABI {

absl::StatusOr<std::size_t> IstreamSource::read(std::span<std::byte> room) {
  if (room.empty()) return std::size_t{0};
  const bool isEnd = from_.peek() == std::istream::traits_type::eof();
  if (from_.bad()) return absl::DataLossError("read: the input stream is bad");
  if (isEnd) return std::size_t{0};
  const std::streamsize there = std::max<std::streamsize>(from_.rdbuf()->in_avail(), 1);
  const auto wanted = std::min<std::streamsize>(there, static_cast<std::streamsize>(room.size()));
  from_.read(reinterpret_cast<char*>(room.data()), wanted);
  if (from_.bad()) return absl::DataLossError("read: the input stream is bad");
  return static_cast<std::size_t>(from_.gcount());
}

absl::StatusOr<std::size_t> OstreamSink::write(std::span<const iovec> pieces) {
  std::size_t taken = 0;
  for (const iovec& piece : pieces) {
    to_.write(static_cast<const char*>(piece.iov_base),
              static_cast<std::streamsize>(piece.iov_len));
    if (!to_) return absl::DataLossError("write: the output stream is bad");
    taken += piece.iov_len;
  }
  return taken;
}

}  // namespace capstan::inline CAPSTAN_ABI
