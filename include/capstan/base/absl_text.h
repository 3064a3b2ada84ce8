// SPDX-License-Identifier: Apache-2.0
// Conversions between std::string_view and absl::string_view.
//
// Debian 12's Abseil has a string_view of its own; elsewhere the two are one type. Code that goes
// through these two compiles in both worlds.
#pragma once

#include <string_view>

#include "absl/strings/string_view.h"
#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI {

// Gives Abseil's view of the same characters.
inline absl::string_view abslText(std::string_view text) { return {text.data(), text.size()}; }

// Gives the standard library's view of the same characters.
inline std::string_view stdText(absl::string_view text) { return {text.data(), text.size()}; }

}  // namespace capstan::inline CAPSTAN_ABI
