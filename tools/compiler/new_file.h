// SPDX-License-Identifier: Apache-2.0
// NewFile: a file that is written beside its place and moved there once it is complete.
#pragma once

#include <string>
#include <utility>

#include <sys/types.h>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

class NewFile {
 public:
  // Errors: Unavailable when the system refuses it.
  static absl::StatusOr<NewFile> create(const std::string& path);
  // The same, with the permissions of the file that is there.
  static absl::StatusOr<NewFile> createInPlaceOf(const std::string& path);

  NewFile(NewFile&& other) noexcept
      : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {
    other.path_.clear();
  }
  NewFile& operator=(NewFile&&) = delete;
  // What was not moved into place is removed.
  ~NewFile();

  // Where to write to; until close().
  int descriptor() const { return descriptor_; }
  // Errors: Unavailable when not all that was written can be kept.
  absl::Status close();
  // Closes the file and gives it its name. Errors: Unavailable.
  absl::Status moveIntoPlace();

 private:
  NewFile(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

  std::string path_;  // empty: moved
  int descriptor_;    // -1: closed
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler
