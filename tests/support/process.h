// SPDX-License-Identifier: Apache-2.0
// Runs another program with given input and collects what it writes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace capstan::support {

struct ProgramResult {
  // The exit status; 128 + the signal for a program that a signal ended; -1 if it did not start.
  int status = -1;
  std::string out;
  std::string err;

  bool ok() const { return status == 0; }
};

struct ProgramOptions {
  std::string_view input = {};
  // The folder that the program starts in; empty means this program's.
  std::string folder = {};
};

// Runs arguments[0] (searched in PATH unless it has a slash) to its end.
ProgramResult runProgram(const std::vector<std::string>& arguments,
                         const ProgramOptions& options = {});

// Returns: whether PATH has an executable of that name.
bool programExists(std::string_view name);

}  // namespace capstan::support
