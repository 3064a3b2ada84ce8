// SPDX-License-Identifier: Apache-2.0
// `capstan convert`.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "capstan/base/config.h"
#include "tools/commands/read_limits.h"

namespace capstan::inline CAPSTAN_ABI::commands {

struct ConvertCommand {
  std::string formats = {};  // FROM:TO
  std::string schema = {};   // not needed by the formats that there are
  std::string type = {};
  std::string input = {};   // empty: the standard input
  std::string output = {};  // empty: the standard output
  std::uint32_t segmentWords = 0;
  bool trustsFormat = false;  // whatever the input looks like
  ReadLimits limits = {};
};

// Converts messages one after the other, in the memory that one of them needs. When one cannot be
// converted, a file is left as it was; the standard output has had those before it.
// Errors: InvalidArgument, DataLoss and ResourceExhausted with the place in the input; NotFound and
// Unavailable for files.
absl::Status convertMessages(const ConvertCommand& command);

// The same, and prints the error. Returns: the exit code.
int runConvert(const ConvertCommand& command);

}  // namespace capstan::inline CAPSTAN_ABI::commands
