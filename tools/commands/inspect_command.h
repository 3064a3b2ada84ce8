// SPDX-License-Identifier: Apache-2.0
// `capstan inspect`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "capstan/base/config.h"
#include "capstan/codec/byte_stream.h"
#include "capstan/codec/framing.h"

namespace capstan::inline CAPSTAN_ABI::commands {

struct InspectCommand {
  std::string schema = {};  // a file; empty: none
  std::string type = {};    // the root's, a path in it
  std::vector<std::string> importDirs = {};
  std::string input = {};  // empty: the standard input
  bool isPacked = false;
  bool isFlat = false;
  std::uint64_t maxWords = kDefaultMaxMessageWords;  // of a message
};

// Writes out the messages of the input. Returns: how many faults they have. Errors: NotFound and
// InvalidArgument for files and the schema; ResourceExhausted for a larger message, or for more
// words that are none. Cost: memory for a message.
absl::StatusOr<std::uint64_t> inspectMessages(const InspectCommand& command, ByteSink& to);

// The same to the standard output, and prints the error. Returns: the exit code; 1 also for faults.
int runInspect(const InspectCommand& command);

}  // namespace capstan::inline CAPSTAN_ABI::commands
