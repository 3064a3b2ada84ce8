// SPDX-License-Identifier: Apache-2.0
// Reading and writing all there is of a file descriptor.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "absl/status/status.h"
#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Writes all bytes to a file descriptor. Errors: Unavailable.
absl::Status writeAll(int descriptor, std::span<const std::byte> bytes);

// Reads to the end of a file descriptor; what was there goes behind what `out` holds.
// Errors: Unavailable; what had come by then is in `out`.
absl::Status readAll(int descriptor, std::string& out);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
