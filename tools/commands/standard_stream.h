// SPDX-License-Identifier: Apache-2.0
// Where a command reads from and writes to: a file that is named, or a standard stream. Descriptors
// that are not ready are waited for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <sys/uio.h>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "capstan/base/bytes.h"
#include "capstan/base/config.h"
#include "capstan/codec/fd_stream.h"
#include "tools/commands/message_format.h"
#include "tools/commands/progress.h"
#include "tools/compiler/new_file.h"

namespace capstan::inline CAPSTAN_ABI::commands {

// A descriptor that is closed with this, unless it is a standard stream.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor();

  int fd() const { return fd_; }

 private:
  int fd_ = -1;
};

class InputStream final : public ByteSource {
 public:
  // An empty path is the standard input. Errors: NotFound when the file cannot be opened.
  static absl::StatusOr<std::unique_ptr<InputStream>> open(const std::string& path);

  explicit InputStream(int fd);

  // The first bytes, for a look at them; they are still to be read. What a pipe has not sent by now
  // is not waited for. Errors: those of reading. Lifetime: this object's.
  absl::StatusOr<InputStart> start();

  absl::StatusOr<std::size_t> read(std::span<std::byte> room) override;

 private:
  absl::StatusOr<std::size_t> readMore(std::span<std::byte> room);

  Descriptor descriptor_;
  FdSource source_;
  Progress progress_;
  std::vector<std::byte> start_;
  std::size_t startUsed_ = 0;
  std::uint64_t readBytes_ = 0;
  bool isAtEnd_ = false;
};

// Reads once, at most `mostBytes`, behind what `to` holds. Returns and errors: as ByteSource::read.
absl::StatusOr<std::size_t> readBehind(ByteSource& from, std::size_t mostBytes, std::string& to);

// Reads to the end. Errors: ResourceExhausted when there are more than `limitWords`; what had come
// by then, or before another error, is in `to`.
absl::Status readToEnd(ByteSource& from, std::uint64_t limitWords, std::string& to);

class OutputStream final : public ByteSink {
 public:
  // An empty path is the standard output. A file is written beside its place, so that it is there
  // whole or not at all; a device or pipe is written to. Errors: Unavailable.
  static absl::StatusOr<std::unique_ptr<OutputStream>> open(const std::string& path);

  explicit OutputStream(int fd) : descriptor_(fd), sink_(fd) {}
  explicit OutputStream(compiler::NewFile file)
      : file_(std::move(file)), sink_(file_->descriptor()) {}

  // Takes all of the pieces.
  absl::StatusOr<std::size_t> write(std::span<const iovec> pieces) override;
  absl::Status write(Bytes bytes);

  // The file takes its place. Errors: Unavailable.
  absl::Status finish();

 private:
  int fd() const { return file_.has_value() ? file_->descriptor() : descriptor_.fd(); }

  Descriptor descriptor_;
  std::optional<compiler::NewFile> file_;
  FdSink sink_;
  std::vector<iovec> pieces_;  // of the write at hand
};

}  // namespace capstan::inline CAPSTAN_ABI::commands
