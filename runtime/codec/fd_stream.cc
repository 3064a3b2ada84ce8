// SPDX-License-Identifier: Apache-2.0
#include "capstan/codec/fd_stream.h"

#include <algorithm>
#include <cerrno>
#include <climits>

#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace capstan::inline CAPSTAN_ABI {
namespace {

// One call never moves more: the system's own bound is just above.
constexpr std::size_t kMaxCallBytes = std::size_t{1} << 30;

absl::Status failure(const char* call, int fd) {
  if (errno == EAGAIN || errno == EWOULDBLOCK) {
    return absl::UnavailableError(
        absl::StrCat(call, ": descriptor ", fd, " is not ready: poll it and call again"));
  }
  return absl::ErrnoToStatus(errno, absl::StrCat(call, ": descriptor ", fd));
}

bool isSocket(int fd) {
  struct stat status;
  return fstat(fd, &status) == 0 && S_ISSOCK(status.st_mode);
}

// How many of the pieces, from the front, go into one call.
std::size_t piecesOfOneCall(std::span<const iovec> pieces) {
  std::size_t count = 0;
  std::size_t bytes = 0;
  while (count < pieces.size() && count < IOV_MAX && bytes < kMaxCallBytes) {
    bytes += std::min(pieces[count++].iov_len, kMaxCallBytes);
  }
  return count;
}

}  // namespace

FdSink::FdSink(int fd) : fd_(fd), isSocket_(isSocket(fd)) {}

absl::StatusOr<std::size_t> FdSink::write(std::span<const iovec> pieces) {
  while (!pieces.empty() && pieces.front().iov_len == 0) pieces = pieces.subspan(1);
  if (pieces.empty()) return std::size_t{0};
  msghdr message = {};
  message.msg_iov = const_cast<iovec*>(pieces.data());
  message.msg_iovlen = piecesOfOneCall(pieces);
  for (;;) {
    const ssize_t written =
        isSocket_ ? sendmsg(fd_, &message, MSG_NOSIGNAL)
                  : writev(fd_, message.msg_iov, static_cast<int>(message.msg_iovlen));
    if (written > 0) return static_cast<std::size_t>(written);
    if (written == 0) return absl::UnavailableError("write: the descriptor took no bytes");
    if (errno != EINTR) return failure("write", fd_);
  }
}

absl::StatusOr<std::size_t> FdSource::read(std::span<std::byte> room) {
  for (;;) {
    const ssize_t got = ::read(fd_, room.data(), std::min(room.size(), kMaxCallBytes));
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) return failure("read", fd_);
  }
}

}  // namespace capstan::inline CAPSTAN_ABI
