// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/new_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <span>

#include "tools/compiler/descriptor_io.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

absl::Status cannotWrite(const std::string& path) {
  return absl::UnavailableError("cannot write " + path + ": " + std::strerror(errno));
}

std::string temporaryName(const std::string& path) {
  return path + ".new" + std::to_string(::getpid());
}

// Gives a new file the name of an old one, which is removed. Returns: false, with nothing changed,
// where that cannot be done, as without an old file.
#ifdef RENAME_EXCHANGE
bool exchange(const std::string& from, const std::string& to) {
  const auto swap = [&] {
    return ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_EXCHANGE) == 0;
  };
  if (!swap()) return false;
  if (::unlink(from.c_str()) == 0) return true;
  swap();  // it was a directory
  return false;
}
#else
bool exchange(const std::string&, const std::string&) { return false; }
#endif

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
  const absl::Status status = writeAll(descriptor_, std::as_bytes(std::span(text)));
  return status.ok() ? status : cannotWrite(path_);
}

absl::Status NewFile::close() {
  if (descriptor_ < 0 || ::close(std::exchange(descriptor_, -1)) == 0) return absl::OkStatus();
  return cannotWrite(path_);
}

absl::Status NewFile::exchangeIntoPlace() {
  const absl::Status status = close();
  if (!status.ok()) return status;
  if (!exchange(temporaryName(path_), path_)) return moveIntoPlace();
  path_.clear();
  return absl::OkStatus();
}

absl::Status NewFile::moveIntoPlace() {
  absl::Status status = close();
  if (!status.ok()) return status;
  if (::rename(temporaryName(path_).c_str(), path_.c_str()) != 0) return cannotWrite(path_);
  path_.clear();
  return absl::OkStatus();
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
