// SPDX-License-Identifier: Apache-2.0
// What `-o LANG[:DIR]` means.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

enum class OutputKind : std::uint8_t {
  kRequest,  // `-`: the request, to the standard output
  kCpp,      // `c++`: accessors, by this program
  kPlugin,   // other names: the program capnpc-NAME, or a path with a slash
};

struct OutputSpec {
  OutputKind kind = OutputKind::kCpp;
  std::string plugin;           // of kPlugin: the program to run
  std::string directory = ".";  // where files are written
};

// Errors: InvalidArgument for an empty name, and for `-` with a directory.
absl::StatusOr<OutputSpec> parseOutputSpec(std::string_view text);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
