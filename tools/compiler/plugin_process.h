// SPDX-License-Identifier: Apache-2.0
// Running another program as code generator.
#pragma once

#include <span>
#include <string>

#include "absl/status/status.h"
#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Runs a plugin in a directory, with the request as its standard input, and waits for it. A name
// without a slash is looked for in PATH; a relative path is relative to the current directory.
// Errors: NotFound if there is no such program or directory; Aborted with the exit code or signal
// if it failed; Unavailable for what the system refuses.
absl::Status runPlugin(const std::string& program, const std::string& directory,
                       std::span<const std::byte> request);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
