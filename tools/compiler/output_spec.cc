// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/output_spec.h"

#include "absl/status/status.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

absl::StatusOr<OutputSpec> parseOutputSpec(std::string_view text) {
  OutputSpec spec;
  std::size_t colon = text.find(':');
  std::string name(text.substr(0, colon));
  if (colon != std::string_view::npos) spec.directory = std::string(text.substr(colon + 1));
  if (name.empty() || spec.directory.empty()) {
    return absl::InvalidArgumentError("an output is written -o NAME or -o NAME:DIRECTORY");
  }
  if (name == "-") {
    if (colon != std::string_view::npos) {
      return absl::InvalidArgumentError("-o- writes to the standard output and takes no directory");
    }
    spec.kind = OutputKind::kRequest;
  } else if (name != "c++") {
    spec.kind = OutputKind::kPlugin;
    spec.plugin = name.find('/') == std::string::npos ? "capnpc-" + name : name;
  }
  return spec;
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
