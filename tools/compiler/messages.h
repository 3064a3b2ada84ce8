// SPDX-License-Identifier: Apache-2.0
// What the tool says on the standard error.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Prints a message about a schema: the text, or on a terminal the text with the source line.
void printMessage(const std::string& text, const std::string& textWithSource);

// Prints why a command failed. Requires: !status.ok().
void printStatus(const absl::Status& status);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
