// SPDX-License-Identifier: Apache-2.0
// What bytes look like, for the wording of errors: was a packed message given where a framed one
// was expected, or the other way round? Guesses only: nothing is decoded on their strength.
#pragma once

#include "capstan/base/bytes.h"
#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI {

// Whether a framed message, whole, stands at the start of `bytes`. Cost: O(segments).
bool looksFramed(Bytes bytes) noexcept;

// Whether `bytes` unpack to words that a framed message, whole, stands at the start of.
// Cost: a look at each tag.
bool looksPacked(Bytes bytes) noexcept;

}  // namespace capstan::inline CAPSTAN_ABI
