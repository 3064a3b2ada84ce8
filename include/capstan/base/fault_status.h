// SPDX-License-Identifier: Apache-2.0
// The wording of faults: the edge between the small enum and absl::Status.
#pragma once

#include <string_view>

#include "absl/status/status.h"
#include "capstan/base/fault.h"

namespace capstan::inline CAPSTAN_ABI {

// Says in a few words what `kind` means, as in "struct pointer leads outside its segment".
std::string_view describe(FaultKind kind);

// Words a fault with its place. Returns: OK for kNone; ResourceExhausted for limits; otherwise
// InvalidArgument.
absl::Status faultStatus(const Fault& fault);

}  // namespace capstan::inline CAPSTAN_ABI
