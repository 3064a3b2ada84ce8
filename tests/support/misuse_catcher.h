// SPDX-License-Identifier: Apache-2.0
// Turns a misuse into an exception, so that a test can look at its sentence.
#pragma once

#include <stdexcept>
#include <string>

#include "capstan/base/misuse.h"

namespace capstan::support {

// Returns: what `fn` was reproached with; empty if with nothing.
template <typename Fn>
std::string misuseOf(Fn&& fn) {
  const MisuseHandler before =
      setMisuseHandler([](const char* mistake) { throw std::logic_error(mistake); });
  std::string mistake;
  try {
    fn();
  } catch (const std::logic_error& caught) {
    mistake = caught.what();
  }
  setMisuseHandler(before);
  return mistake;
}

}  // namespace capstan::support
