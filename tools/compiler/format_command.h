// SPDX-License-Identifier: Apache-2.0
// `capstan format`.
#pragma once

#include <string>
#include <vector>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

struct FormatCommand {
  std::vector<std::string> files;  // none, or "-": the standard input
  bool check = false;              // only tell which files are not formatted
  bool inPlace = false;
};

// Formats files to the standard output, or in place. If any of them has a syntax error, nothing is
// written. Messages go to the standard error, the names that `check` finds to the standard output.
// Returns: the exit code; 1 also if `check` found a file.
int runFormat(const FormatCommand& command);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
