// SPDX-License-Identifier: Apache-2.0
// Building that may run out of memory, as a Status. Only where the library has exceptions.
#pragma once

#include <utility>

#include "absl/status/status.h"
#include "capstan/arena/exhaustion.h"
#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI {

// Calls `fn`, which builds. Returns: OK, or ResourceExhausted with the reason when a message ran
// out of memory on the way; the message is then valid, holds what was finished, and can be reset.
template <typename Fn>
absl::Status tryBuild(Fn&& fn) requires(kExceptions) {
  try {
    std::forward<Fn>(fn)();
    return absl::OkStatus();
  } catch (const ArenaExhausted& exhausted) {
    return absl::ResourceExhaustedError(exhausted.what());
  }
}

}  // namespace capstan::inline CAPSTAN_ABI
