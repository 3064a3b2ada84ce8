// SPDX-License-Identifier: Apache-2.0
// GeneratedFolder: generated files on disk, all of them or none.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "capstan/base/config.h"
#include "tools/compiler/generated_files.h"
#include "tools/compiler/new_file.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Writes files below a directory, which must exist; folders inside of it are made. Each is written
// beside its place and moved by moveIntoPlace(); what was not moved is removed.
// Errors: InvalidArgument for a path that leads out of the directory; NotFound without the
// directory; Unavailable for what the system refuses.
class GeneratedFolder : public GeneratedFiles {
 public:
  explicit GeneratedFolder(std::string directory) : directory_(std::move(directory)) {}

  absl::Status begin(std::string_view path) override;
  absl::Status write(std::string_view text) override;

  // Moves all files; the last of them has ended.
  absl::Status moveIntoPlace();

  // Where the files are, or will be.
  const std::vector<std::string>& paths() const { return paths_; }

 private:
  absl::Status endFile();

  std::string directory_;
  std::vector<std::string> paths_;
  std::vector<NewFile> files_;
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler
