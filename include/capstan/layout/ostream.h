// SPDX-License-Identifier: Apache-2.0
// Opt-in: generated Readers (and Text) in std::ostream, and so in GoogleTest's messages.
#pragma once

#include <ostream>
#include <string_view>

#include "capstan/base/config.h"
#include "capstan/layout/text.h"
#include "capstan/layout/to_text.h"

namespace capstan::inline CAPSTAN_ABI {

inline std::ostream& operator<<(std::ostream& out, Text text) { return out << text.view(); }

// One line. Found where the Reader derives from TypedView, as generated ones do.
template <TypedReader R>
std::ostream& operator<<(std::ostream& out, const R& from) {
  return out << toTextShort(from);
}

}  // namespace capstan::inline CAPSTAN_ABI
