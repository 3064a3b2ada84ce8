// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/generated_folder.h"

#include <algorithm>
#include <filesystem>
#include <span>
#include <system_error>
#include <utility>

#include "absl/status/statusor.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

// Tells whether a path stays below the directory that it is put into.
bool staysBelow(const std::filesystem::path& path) {
  if (path.empty() || path.is_absolute()) return false;
  return std::find(path.begin(), path.end(), "..") == path.end();
}

}  // namespace

absl::Status GeneratedFolder::begin(std::string_view path) {
  const std::filesystem::path below(path);
  if (!staysBelow(below)) {
    return absl::InvalidArgumentError("the file " + below.string() +
                                      " is outside of the output directory");
  }
  absl::Status status = endFile();
  if (!status.ok()) return status;
  std::error_code error;
  if (!std::filesystem::is_directory(directory_, error)) {
    return absl::NotFoundError("the output directory " + directory_ + " does not exist");
  }
  const std::filesystem::path place = std::filesystem::path(directory_) / below;
  std::filesystem::create_directories(place.parent_path(), error);
  absl::StatusOr<NewFile> file = NewFile::create(place.string());
  if (!file.ok()) return file.status();
  paths_.push_back(place.string());
  files_.push_back(*std::move(file));
  return absl::OkStatus();
}

absl::Status GeneratedFolder::write(std::string_view text) { return files_.back().write(text); }

absl::Status GeneratedFolder::endFile() {
  return files_.empty() ? absl::OkStatus() : files_.back().close();
}

absl::Status GeneratedFolder::moveIntoPlace() {
  for (NewFile& file : files_) {
    absl::Status status = file.exchangeIntoPlace();
    if (!status.ok()) return status;
  }
  files_.clear();
  return absl::OkStatus();
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
