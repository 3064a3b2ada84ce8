// SPDX-License-Identifier: Apache-2.0
// Sources and sinks that misbehave by a schedule: they give or take a few bytes at a time, are not
// ready, or fail. Whatever moves bytes is tested through them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include <sys/uio.h>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "capstan/codec/byte_stream.h"

namespace capstan::support {

struct StreamFaults {
  // The most bytes of one call.
  std::size_t maxBytes = std::numeric_limits<std::size_t>::max();
  // Every n-th call is Unavailable, starting with the first; 0: none.
  std::size_t unavailableEvery = 0;
  // The call with this number, from 0, and all after it, fail with Aborted.
  std::size_t failsAtCall = std::numeric_limits<std::size_t>::max();
};

class FaultyStream {
 public:
  explicit FaultyStream(const StreamFaults& faults) : faults_(faults) {}
  std::size_t calls() const { return calls_; }

 protected:
  // Returns: OK, or what this call is to fail with.
  absl::Status call() {
    const std::size_t number = calls_++;
    if (number >= faults_.failsAtCall) return absl::AbortedError("the schedule says so");
    if (faults_.unavailableEvery != 0 && number % faults_.unavailableEvery == 0) {
      return absl::UnavailableError("not now");
    }
    return absl::OkStatus();
  }

  StreamFaults faults_;

 private:
  std::size_t calls_ = 0;
};

class FaultySource final : public ByteSource, public FaultyStream {
 public:
  FaultySource(std::string_view bytes, const StreamFaults& faults)
      : FaultyStream(faults), rest_(bytes) {}

  absl::StatusOr<std::size_t> read(std::span<std::byte> room) override {
    const absl::Status status = call();
    if (!status.ok()) return status;
    const std::size_t taken = std::min({room.size(), rest_.size(), faults_.maxBytes});
    if (taken != 0) std::memcpy(room.data(), rest_.data(), taken);
    rest_.remove_prefix(taken);
    return taken;
  }

 private:
  std::string_view rest_;
};

class FaultySink final : public ByteSink, public FaultyStream {
 public:
  explicit FaultySink(const StreamFaults& faults) : FaultyStream(faults) {}

  absl::StatusOr<std::size_t> write(std::span<const iovec> pieces) override {
    const absl::Status status = call();
    if (!status.ok()) return status;
    std::size_t taken = 0;
    for (const iovec& piece : pieces) {
      const std::size_t now = std::min(piece.iov_len, faults_.maxBytes - taken);
      written.append(static_cast<const char*>(piece.iov_base), now);
      taken += now;
    }
    return taken;
  }

  std::string written;
};

}  // namespace capstan::support
