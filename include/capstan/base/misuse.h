// SPDX-License-Identifier: Apache-2.0
// What happens when the programmer (not the input) makes a mistake.
//
// Reading never comes here: malformed bytes are a fault of the reader. Building does: an index out
// of range, a member of an inactive union taken apart, a view used after its message was reset. In
// every build such a call reaches the misuse handler with a sentence that names the mistake.
#pragma once

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI {

// Takes the sentence that names the mistake. It may throw (where the library was built with
// exceptions) or end the process; if it returns, the process is aborted.
using MisuseHandler = void (*)(const char* mistake);

// Replaces the handler of the whole process; null restores the default, which writes the sentence
// to standard error and aborts. Returns: the previous handler. Any thread.
MisuseHandler setMisuseHandler(MisuseHandler handler) noexcept;

// Calls the misuse handler; does not return.
[[noreturn]] void reportMisuse(const char* mistake);

// Checks a condition that only a programming mistake can break. One compare and branch.
inline void requireUse(bool holds, const char* mistake) {
  if (!holds) [[unlikely]]
    reportMisuse(mistake);
}

}  // namespace capstan::inline CAPSTAN_ABI
