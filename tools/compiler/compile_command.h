// SPDX-License-Identifier: Apache-2.0
// `capstan compile`, and the same program as a plugin.
#pragma once

#include <string>
#include <vector>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

struct CompileCommand {
  std::vector<std::string> files;
  std::vector<std::string> importDirs;
  std::vector<std::string> sourcePrefixes;
  std::vector<std::string> outputs;  // as in -o; none: c++
  bool standardImports = true;
  std::string depfile;  // empty: none
};

// Compiles and writes all outputs; nothing is written if a schema has an error. Messages go to the
// standard error.
// Returns: the exit code.
int runCompile(const CompileCommand& command);

// Reads a request from the standard input and writes accessors into the current directory.
// Returns: the exit code.
int runAsPlugin();

}  // namespace capstan::inline CAPSTAN_ABI::compiler
