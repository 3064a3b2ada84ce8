// SPDX-License-Identifier: Apache-2.0
// The wording of faults: the edge between the small enum and absl::Status.
#pragma once

#include <string_view>

#include "absl/status/status.h"
#include "capstan/base/fault.h"

namespace capstan::inline CAPSTAN_ABI {

// Says in a few words what `kind` means, as in "struct pointer leads outside its segment".
std::string_view describe(FaultKind kind);

// Words a fault with its place, as in "people[3].name: text is not NUL-terminated (segment 0, word
// 217)"; `path`, where there is one, tells the field.
// Returns: OK for kNone; ResourceExhausted for limits; otherwise InvalidArgument.
absl::Status faultStatus(const Fault& fault, std::string_view path = {});

}  // namespace capstan::inline CAPSTAN_ABI
