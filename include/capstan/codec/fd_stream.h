// SPDX-License-Identifier: Apache-2.0
// File descriptors as sinks and sources of bytes: files, pipes, sockets; blocking or not.
//
// The descriptor is borrowed, and closed by whoever opened it. Interrupted calls are made again.
// Threads: one at a time for each object; a sink and a source may share a socket.
#pragma once

#include <cstddef>
#include <span>

#include <sys/uio.h>

#include "absl/status/statusor.h"
#include "capstan/base/config.h"
#include "capstan/codec/byte_stream.h"

namespace capstan::inline CAPSTAN_ABI {

// Writes with one gather call at a time, of as many pieces as the system takes.
class FdSink final : public ByteSink {
 public:
  // A socket's reader that has gone is an error, not a signal; a pipe's raises SIGPIPE unless the
  // program ignores it.
  explicit FdSink(int fd);

  // Errors: as ByteSink; otherwise the system's, worded.
  absl::StatusOr<std::size_t> write(std::span<const iovec> pieces) override;

 private:
  int fd_;
  bool isSocket_;
};

class FdSource final : public ByteSource {
 public:
  explicit FdSource(int fd) : fd_(fd) {}

  // Errors: as ByteSource; otherwise the system's, worded.
  absl::StatusOr<std::size_t> read(std::span<std::byte> room) override;

 private:
  int fd_;
};

}  // namespace capstan::inline CAPSTAN_ABI
