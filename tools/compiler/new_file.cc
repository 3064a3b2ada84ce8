// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/new_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>

#include "tools/compiler/descriptor_io.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

absl::Status cannotWrite(const std::string& path) {
  return absl::UnavailableError("cannot write " + path + ": " + std::strerror(errno));
}

// Sets room aside behind what a file holds. Nothing is lost where that cannot be done.
#ifdef FALLOC_FL_KEEP_SIZE
void setAside(int descriptor, std::uint64_t fromBytes, std::uint64_t bytes) {
  (void)::fallocate(descriptor, FALLOC_FL_KEEP_SIZE, static_cast<off_t>(fromBytes),
                    static_cast<off_t>(bytes));
}
#else
void setAside(int, std::uint64_t, std::uint64_t) {}
#endif

std::string temporaryName(const std::string& path) {
  return path + ".new" + std::to_string(::getpid());
}

}  // namespace

absl::StatusOr<NewFile> NewFile::create(const std::string& path) {
  const int descriptor =
      ::open(temporaryName(path).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) return cannotWrite(path);
  return NewFile(path, descriptor);
}

absl::StatusOr<NewFile> NewFile::createInPlaceOf(const std::string& path) {
  struct stat old = {};
  if (::stat(path.c_str(), &old) != 0) return cannotWrite(path);
  absl::StatusOr<NewFile> file = create(path);
  if (file.ok() && ::fchmod(file->descriptor_, old.st_mode & 07777) != 0) return cannotWrite(path);
  return file;
}

NewFile::~NewFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!path_.empty()) ::unlink(temporaryName(path_).c_str());
}

absl::Status NewFile::write(std::string_view text) {
  constexpr std::uint64_t kLargeBytes = 32 << 10;
  constexpr std::uint64_t kStepBytes = 1 << 20;
  sizeBytes_ += text.size();
  if (sizeBytes_ >= kLargeBytes && sizeBytes_ > reservedBytes_) {
    const std::uint64_t step = std::max<std::uint64_t>(sizeBytes_ - reservedBytes_, kStepBytes);
    setAside(descriptor_, reservedBytes_, step);
    reservedBytes_ += step;
  }
  const absl::Status status = writeAll(descriptor_, std::as_bytes(std::span(text)));
  return status.ok() ? status : cannotWrite(path_);
}

absl::Status NewFile::close() {
  if (descriptor_ < 0) return absl::OkStatus();
  // Gives back what was set aside and not used.
  const bool isTrimmed =
      reservedBytes_ == 0 || ::ftruncate(descriptor_, static_cast<off_t>(sizeBytes_)) == 0;
  if (::close(std::exchange(descriptor_, -1)) == 0 && isTrimmed) return absl::OkStatus();
  return cannotWrite(path_);
}

absl::Status NewFile::moveIntoPlace() {
  absl::Status status = close();
  if (!status.ok()) return status;
  if (::rename(temporaryName(path_).c_str(), path_.c_str()) != 0) return cannotWrite(path_);
  path_.clear();
  return absl::OkStatus();
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
