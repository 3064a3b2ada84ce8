// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/file_output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

absl::Status systemError(const std::string& what) {
  return absl::UnavailableError(what + ": " + std::strerror(errno));
}

std::string temporaryName(const std::string& path) {
  return path + ".new" + std::to_string(::getpid());
}

absl::Status writeTemporary(const std::string& path, std::string_view content) {
  std::string name = temporaryName(path);
  int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) return systemError("cannot write " + path);
  absl::Status status = writeAll(descriptor, std::as_bytes(std::span(content)));
  if (::close(descriptor) != 0 && status.ok()) status = systemError("cannot write " + path);
  return status;
}

absl::Status moveIntoPlace(const std::string& path) {
  if (::rename(temporaryName(path).c_str(), path.c_str()) == 0) return absl::OkStatus();
  return systemError("cannot write " + path);
}

// The last step for one file: it is there, or nothing is left of it.
absl::Status finishFile(const std::string& path, absl::Status written) {
  absl::Status status = written.ok() ? moveIntoPlace(path) : written;
  if (!status.ok()) ::unlink(temporaryName(path).c_str());
  return status;
}

// Tells whether a path stays below the directory that it is put into.
bool staysBelow(const std::filesystem::path& path) {
  if (path.empty() || path.is_absolute()) return false;
  return std::find(path.begin(), path.end(), "..") == path.end();
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

absl::Status writeFiles(const std::vector<GeneratedFile>& files, const std::string& directory) {
  for (const GeneratedFile& file : files) {
    if (staysBelow(file.path)) continue;
    return absl::InvalidArgumentError("the file " + file.path +
                                      " is outside of the output directory");
  }
  std::error_code error;
  if (!std::filesystem::is_directory(directory, error)) {
    return absl::NotFoundError("the output directory " + directory + " does not exist");
  }
  std::vector<std::string> paths;
  absl::Status status;
  for (const GeneratedFile& file : files) {
    std::filesystem::path path = std::filesystem::path(directory) / file.path;
    std::filesystem::create_directories(path.parent_path(), error);
    paths.push_back(path.string());
    status = writeTemporary(paths.back(), file.content);
    if (!status.ok()) break;
  }
  for (const std::string& path : paths) {
    if (status.ok()) status = moveIntoPlace(path);
    if (!status.ok()) ::unlink(temporaryName(path).c_str());
  }
  return status;
}

absl::Status writeFile(const std::string& path, std::string_view content) {
  return finishFile(path, writeTemporary(path, content));
}

absl::Status replaceFile(const std::string& path, std::string_view content) {
  struct stat old = {};
  if (::stat(path.c_str(), &old) != 0) return systemError("cannot write " + path);
  absl::Status status = writeTemporary(path, content);
  if (status.ok() && ::chmod(temporaryName(path).c_str(), old.st_mode & 07777) != 0) {
    status = systemError("cannot write " + path);
  }
  return finishFile(path, status);
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
