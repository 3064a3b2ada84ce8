// SPDX-License-Identifier: Apache-2.0
#include "tools/commands/standard_stream.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "absl/strings/str_cat.h"
#include "capstan/base/units.h"

namespace capstan::inline CAPSTAN_ABI::commands {
namespace {

constexpr std::size_t kStartBytes = std::size_t{64} << 10;
constexpr std::size_t kReadBytes = std::size_t{256} << 10;

// The bytes of a regular file that are still to be read; 0 for anything else.
std::uint64_t restBytes(int fd) {
  struct stat status = {};
  if (::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) return 0;
  const off_t at = ::lseek(fd, 0, SEEK_CUR);
  return at >= 0 && at < status.st_size ? static_cast<std::uint64_t>(status.st_size - at) : 0;
}

int errorTerminal() { return ::isatty(STDERR_FILENO) == 1 ? STDERR_FILENO : -1; }

// Waits until a descriptor that returned `status` is ready. Returns: whether it may be now.
bool awaitReady(int fd, short events, const absl::Status& status) {
  if (!absl::IsUnavailable(status)) return false;
  pollfd one = {.fd = fd, .events = events, .revents = 0};
  const int count = ::poll(&one, 1, -1);
  return (count < 0 && errno == EINTR) || (count > 0 && (one.revents & (POLLERR | POLLNVAL)) == 0);
}

absl::StatusOr<std::unique_ptr<OutputStream>> openNewFile(const std::string& path, bool isThere) {
  absl::StatusOr<compiler::NewFile> file =
      isThere ? compiler::NewFile::createInPlaceOf(path) : compiler::NewFile::create(path);
  if (!file.ok()) return file.status();
  return std::make_unique<OutputStream>(*std::move(file));
}

}  // namespace

Descriptor::~Descriptor() {
  if (fd_ > STDERR_FILENO) ::close(fd_);
}

InputStream::InputStream(int fd)
    : descriptor_(fd), source_(fd), progress_(errorTerminal(), restBytes(fd)) {}

absl::StatusOr<std::unique_ptr<InputStream>> InputStream::open(const std::string& path) {
  if (path.empty()) return std::make_unique<InputStream>(STDIN_FILENO);
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd >= 0) return std::make_unique<InputStream>(fd);
  return absl::NotFoundError(absl::StrCat("cannot read ", path, ": ", std::strerror(errno)));
}

absl::StatusOr<std::size_t> InputStream::readMore(std::span<std::byte> room) {
  for (;;) {
    absl::StatusOr<std::size_t> got = source_.read(room);
    if (got.ok()) {
      isAtEnd_ = *got == 0;
      readBytes_ += *got;
      progress_.advance(readBytes_);
      return got;
    }
    if (!awaitReady(descriptor_.fd(), POLLIN, got.status())) return got;
  }
}

absl::StatusOr<InputStart> InputStream::start() {
  if (start_.empty() && !isAtEnd_) {
    const bool isFile = restBytes(descriptor_.fd()) != 0;
    start_.resize(kStartBytes);
    std::size_t size = 0;
    do {
      const absl::StatusOr<std::size_t> got = readMore(std::span(start_).subspan(size));
      if (!got.ok()) return got.status();
      size += *got;
    } while (isFile && !isAtEnd_ && size < kStartBytes);
    start_.resize(size);
  }
  return InputStart{start_, isAtEnd_ && readBytes_ == start_.size()};
}

absl::StatusOr<std::size_t> InputStream::read(std::span<std::byte> room) {
  const std::size_t kept = std::min(start_.size() - startUsed_, room.size());
  if (kept == 0) return readMore(room);
  std::memcpy(room.data(), start_.data() + startUsed_, kept);
  startUsed_ += kept;
  return kept;
}

absl::StatusOr<std::size_t> readBehind(ByteSource& from, std::size_t mostBytes, std::string& to) {
  const std::size_t size = to.size();
  to.resize(size + mostBytes);
  const absl::StatusOr<std::size_t> got =
      from.read(std::as_writable_bytes(std::span(to)).subspan(size));
  to.resize(size + (got.ok() ? *got : 0));
  return got;
}

absl::Status readToEnd(ByteSource& from, std::uint64_t limitWords, std::string& to) {
  for (;;) {
    if (to.size() / kBytesPerWord > limitWords) {
      return absl::ResourceExhaustedError(
          absl::StrCat("the input is larger than ", limitWords, " words"));
    }
    const absl::StatusOr<std::size_t> got = readBehind(from, kReadBytes, to);
    if (!got.ok()) return got.status();
    if (*got == 0) return absl::OkStatus();
  }
}

absl::StatusOr<std::unique_ptr<OutputStream>> OutputStream::open(const std::string& path) {
  if (path.empty()) return std::make_unique<OutputStream>(STDOUT_FILENO);
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) return openNewFile(path, false);
  if (std::filesystem::is_regular_file(status)) {
    // The file that a link leads to is replaced, not the link.
    const std::filesystem::path target = std::filesystem::canonical(path, error);
    return openNewFile(error ? path : target.string(), true);
  }
  const int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd >= 0) return std::make_unique<OutputStream>(fd);
  return absl::UnavailableError(absl::StrCat("cannot write ", path, ": ", std::strerror(errno)));
}

absl::StatusOr<std::size_t> OutputStream::write(std::span<const iovec> pieces) {
  pieces_.assign(pieces.begin(), pieces.end());
  std::size_t bytes = 0;
  for (const iovec& piece : pieces) bytes += piece.iov_len;
  for (;;) {
    absl::Status status = writeAll(sink_, pieces_);
    if (status.ok()) return bytes;
    if (!awaitReady(fd(), POLLOUT, status)) return status;
  }
}

absl::Status OutputStream::write(Bytes bytes) {
  const iovec piece = {.iov_base = const_cast<std::byte*>(bytes.data()), .iov_len = bytes.size()};
  return write(std::span(&piece, 1)).status();
}

absl::Status OutputStream::finish() {
  return file_.has_value() ? file_->moveIntoPlace() : absl::OkStatus();
}

}  // namespace capstan::inline CAPSTAN_ABI::commands
