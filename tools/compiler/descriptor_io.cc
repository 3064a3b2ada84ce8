// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/descriptor_io.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

absl::Status systemError(const std::string& what) {
  return absl::UnavailableError(what + ": " + std::strerror(errno));
}

}  // namespace

absl::Status writeAll(int descriptor, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return systemError("cannot write");
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return absl::OkStatus();
}

absl::Status readAll(int descriptor, std::string& out) {
  char chunk[1 << 16];
  for (;;) {
    ssize_t count = ::read(descriptor, chunk, sizeof(chunk));
    if (count == 0) return absl::OkStatus();
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return systemError("cannot read");
    out.append(chunk, static_cast<std::size_t>(count));
  }
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
