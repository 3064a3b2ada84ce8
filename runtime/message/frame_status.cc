// SPDX-License-Identifier: Apache-2.0
#include "runtime/message/frame_status.h"

#include "absl/strings/str_cat.h"
#include "capstan/base/absl_text.h"
#include "capstan/base/fault_status.h"
#include "capstan/codec/format_guess.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {

absl::Status tableStatus(std::string_view who, FaultKind kind, const ReaderOptions& options,
                         std::string_view hint) {
  const auto what = abslText(describe(kind));
  if (kind == FaultKind::kMessageTooLarge) {
    return absl::ResourceExhaustedError(absl::StrCat(
        abslText(who), ": ", what, " (limit ", options.maxMessageWords,
        " words): raise ReaderOptions::maxMessageWords if the sender is trusted", abslText(hint)));
  }
  return absl::ResourceExhaustedError(absl::StrCat(abslText(who), ": ", what, " (limit ",
                                                   kMaxSegmentsRead, "): is this a message at all?",
                                                   abslText(hint)));
}

std::string packedHint(Bytes bytes) {
  if (!looksPacked(bytes)) return "";
  return "; these bytes look packed: unmarshalPacked reads them";
}

std::string framedHint(Bytes bytes) {
  if (!looksFramed(bytes)) return "";
  return "; these bytes look unpacked: unmarshal reads them";
}

}  // namespace internal
}  // namespace capstan::inline CAPSTAN_ABI
