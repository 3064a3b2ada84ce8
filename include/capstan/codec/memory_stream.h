// SPDX-License-Identifier: Apache-2.0
// Memory as sinks and sources of bytes. Threads: one at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>

#include <sys/uio.h>

#include "absl/status/statusor.h"
#include "capstan/base/bytes.h"
#include "capstan/base/config.h"
#include "capstan/codec/byte_stream.h"

namespace capstan::inline CAPSTAN_ABI {

// Gives borrowed bytes from their front. Lifetime: they must outlive this.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(Bytes bytes) : rest_(bytes) {}

  absl::StatusOr<std::size_t> read(std::span<std::byte> room) override {
    const std::size_t taken = std::min(room.size(), rest_.size());
    if (taken != 0) std::memcpy(room.data(), rest_.data(), taken);
    rest_ = rest_.from(taken);
    return taken;
  }

  // What has not been read.
  Bytes rest() const { return rest_; }

 private:
  Bytes rest_;
};

// Fills borrowed memory from its front. Lifetime: it must outlive this.
class MemorySink final : public ByteSink {
 public:
  explicit MemorySink(std::span<std::byte> memory) : memory_(memory) {}

  // Errors: OutOfRange when the memory is full.
  absl::StatusOr<std::size_t> write(std::span<const iovec> pieces) override;

  // What has been written.
  std::span<const std::byte> written() const { return memory_.first(usedBytes_); }

 private:
  std::span<std::byte> memory_;
  std::size_t usedBytes_ = 0;
};

// Appends to a string. Lifetime: it must outlive this.
class StringSink final : public ByteSink {
 public:
  explicit StringSink(std::string& to) : to_(to) {}

  absl::StatusOr<std::size_t> write(std::span<const iovec> pieces) override;

 private:
  std::string& to_;
};

}  // namespace capstan::inline CAPSTAN_ABI
