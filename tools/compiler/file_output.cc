// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/file_output.h"

#include <utility>

#include "absl/status/statusor.h"
#include "tools/compiler/new_file.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

// Writes all of a file that is still to be moved into place.
absl::StatusOr<NewFile> writeWhole(absl::StatusOr<NewFile> file, std::string_view content) {
  if (!file.ok()) return file;
  absl::Status status = file->write(content);
  if (status.ok()) status = file->close();
  if (!status.ok()) return status;
  return file;
}

absl::Status finish(absl::StatusOr<NewFile> file) {
  return file.ok() ? file->moveIntoPlace() : file.status();
}

}  // namespace

absl::Status writeFile(const std::string& path, std::string_view content) {
  return finish(writeWhole(NewFile::create(path), content));
}

absl::Status replaceFile(const std::string& path, std::string_view content) {
  return finish(writeWhole(NewFile::createInPlaceOf(path), content));
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
