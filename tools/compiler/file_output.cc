// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/file_output.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/status/statusor.h"
#include "tools/compiler/new_file.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

absl::Status systemError(const std::string& what) {
  return absl::UnavailableError(what + ": " + std::strerror(errno));
}

// Writes all of a file that is still to be moved into place.
absl::StatusOr<NewFile> writeWhole(absl::StatusOr<NewFile> file, std::string_view content) {
  if (!file.ok()) return file;
  absl::Status status = writeAll(file->descriptor(), std::as_bytes(std::span(content)));
  if (status.ok()) status = file->close();
  if (!status.ok()) return status;
  return file;
}

absl::Status finish(absl::StatusOr<NewFile> file) {
  return file.ok() ? file->moveIntoPlace() : file.status();
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
  std::vector<NewFile> written;
  written.reserve(files.size());
  for (const GeneratedFile& file : files) {
    std::filesystem::path path = std::filesystem::path(directory) / file.path;
    std::filesystem::create_directories(path.parent_path(), error);
    absl::StatusOr<NewFile> whole = writeWhole(NewFile::create(path.string()), file.content);
    if (!whole.ok()) return whole.status();
    written.push_back(*std::move(whole));
  }
  for (NewFile& file : written) {
    absl::Status status = file.moveIntoPlace();
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status writeFile(const std::string& path, std::string_view content) {
  return finish(writeWhole(NewFile::create(path), content));
}

absl::Status replaceFile(const std::string& path, std::string_view content) {
  return finish(writeWhole(NewFile::createInPlaceOf(path), content));
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
