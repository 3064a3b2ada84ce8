// SPDX-License-Identifier: Apache-2.0
// MD5, which the schema language uses to derive ids. Not for anything that needs security.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Cost: linear; messages here are a name long.
std::array<std::uint8_t, 16> md5(std::string_view bytes);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
