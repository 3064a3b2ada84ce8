// SPDX-License-Identifier: Apache-2.0
// GeneratedFiles: what a generator writes its files to.
#pragma once

#include <string_view>

#include "absl/status/status.h"
#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Where generated files go, one after the other. Threads: one at a time.
// Errors: of both operations, those of where the files go; what is in the files is then of no use.
class GeneratedFiles {
 public:
  virtual ~GeneratedFiles() = default;

  // What is written from here on is the content of this file.
  // `path`: relative, with the schema file's folders: "dir/x.capnp.h".
  virtual absl::Status begin(std::string_view path) = 0;
  // Requires: a file has been begun.
  virtual absl::Status write(std::string_view text) = 0;
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler
