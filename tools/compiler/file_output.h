// SPDX-License-Identifier: Apache-2.0
// Writing whole files.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Writes one file. It is complete or not there: it is written beside its place and moved.
// Errors: Unavailable for what the system refuses.
absl::Status writeFile(const std::string& path, std::string_view content);

// Replaces a file that exists, in the same way; the new one has the old one's permissions.
absl::Status replaceFile(const std::string& path, std::string_view content);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
