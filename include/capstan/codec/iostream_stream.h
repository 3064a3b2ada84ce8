// SPDX-License-Identifier: Apache-2.0
// Opt-in: standard streams as sinks and sources of bytes. Open them in binary mode.
//
// What a stream reports with its state, and not as an exception, comes back as a Status; it must
// outlive the object here. Threads: one at a time.
#pragma once

#include <cstddef>
#include <istream>
#include <ostream>
#include <span>

#include <sys/uio.h>

#include "absl/status/statusor.h"
#include "capstan/base/config.h"
#include "capstan/codec/byte_stream.h"

namespace capstan::inline CAPSTAN_ABI {

class IstreamSource final : public ByteSource {
 public:
  explicit IstreamSource(std::istream& from) : from_(from) {}

  // Waits for the first byte, and takes what else is there. Errors: DataLoss when the stream is
  // bad.
  absl::StatusOr<std::size_t> read(std::span<std::byte> room) override;

 private:
  std::istream& from_;
};

class OstreamSink final : public ByteSink {
 public:
  explicit OstreamSink(std::ostream& to) : to_(to) {}

  // Errors: DataLoss when the stream is bad; how much of the pieces it took is then unknown.
  absl::StatusOr<std::size_t> write(std::span<const iovec> pieces) override;

 private:
  std::ostream& to_;
};

}  // namespace capstan::inline CAPSTAN_ABI
