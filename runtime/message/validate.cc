// SPDX-License-Identifier: Apache-2.0
#include "capstan/message/validate.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "capstan/base/fault_status.h"

namespace capstan::inline CAPSTAN_ABI {

absl::Status validationStatus(const Validation& found) {
  if (found.ok()) return absl::OkStatus();
  const FieldFault& first = found.faults.front();
  const absl::Status status =
      faultStatus(first.fault, first.path.empty() ? "the root" : std::string_view(first.path));
  if (found.faults.size() == 1) return status;
  return absl::Status(status.code(),
                      absl::StrCat(status.message(), ", and ", found.faults.size() - 1, " more"));
}

}  // namespace capstan::inline CAPSTAN_ABI
