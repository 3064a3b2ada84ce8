// SPDX-License-Identifier: Apache-2.0
// The wording of what is wrong with a whole message's bytes, framed or packed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "capstan/base/bytes.h"
#include "capstan/base/fault.h"
#include "capstan/message/reader_options.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {

// Words a fault of the segment table. `who` is the function that the bytes were given to, `hint`
// goes to the end of the sentence.
absl::Status tableStatus(std::string_view who, FaultKind kind, const ReaderOptions& options,
                         std::string_view hint);

// "; these bytes look packed: ...", or nothing: for bytes that are no framed message.
std::string packedHint(Bytes bytes);
// The same for bytes that are no packed message.
std::string framedHint(Bytes bytes);

}  // namespace internal
}  // namespace capstan::inline CAPSTAN_ABI
