// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/messages.h"

#include <unistd.h>

#include <cstdio>

#include "tools/compiler/utf8.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

void printMessage(const std::string& text, const std::string& textWithSource) {
  bool isTerminal = ::isatty(STDERR_FILENO) == 1;
  std::fprintf(stderr, "%s\n", (isTerminal ? textWithSource : text).c_str());
}

void printStatus(const absl::Status& status) {
  std::string_view message(status.message().data(), status.message().size());
  std::fprintf(stderr, "capstan: %s\n", printable(message).c_str());
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
