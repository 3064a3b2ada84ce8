// SPDX-License-Identifier: Apache-2.0
#include "capstan/base/fault_status.h"

#include <array>

#include "absl/strings/str_cat.h"
#include "capstan/base/absl_text.h"

namespace capstan::inline CAPSTAN_ABI {
namespace {

struct Wording {
  FaultKind kind;
  std::string_view text;
};

constexpr std::array<Wording, static_cast<std::size_t>(FaultKind::kCount)> kWordings = {{
    {FaultKind::kNone, "no fault"},
    {FaultKind::kRootMissing, "the message has no word for a root pointer"},
    {FaultKind::kStructOutOfBounds, "struct pointer leads outside its segment"},
    {FaultKind::kListOutOfBounds, "list pointer leads outside its segment"},
    {FaultKind::kLandingPadOutOfBounds, "far pointer's landing pad lies outside its segment"},
    {FaultKind::kUnknownSegment, "far pointer names a segment that the message does not have"},
    {FaultKind::kUnexpectedFarPointer, "landing pad holds another far pointer"},
    {FaultKind::kDoubleFarPadMalformed, "two-word landing pad is malformed"},
    {FaultKind::kUnknownPointerKind, "pointer of a reserved kind"},
    {FaultKind::kTagNotStruct, "struct list's tag word is not a struct pointer"},
    {FaultKind::kTagOverrunsList, "struct list's tag claims more elements than its words hold"},
    {FaultKind::kExpectedStruct, "the schema says struct here, the message has another kind"},
    {FaultKind::kExpectedList, "the schema says list here, the message has another kind"},
    {FaultKind::kExpectedText, "the schema says text here, the message has another kind"},
    {FaultKind::kExpectedData, "the schema says data here, the message has another kind"},
    {FaultKind::kExpectedCapability,
     "the schema says capability here, the message has another kind"},
    {FaultKind::kIncompatibleElementSize,
     "list elements are of a size that the schema's element type cannot be read from"},
    {FaultKind::kTextNotTerminated, "text is not NUL-terminated"},
    {FaultKind::kIndexOutOfRange, "list index is not below the list's size"},
    {FaultKind::kTraversalLimit,
     "traversal limit reached: raise ReaderOptions::traversalLimitWords or call refillBudget() "
     "if the sender is trusted"},
    {FaultKind::kNestingLimit,
     "nesting limit reached: raise ReaderOptions::nestingLimit if the sender is trusted"},
    {FaultKind::kNoMemory, "no memory to walk the message"},
    {FaultKind::kCapabilityInCanonical, "a capability has no canonical form"},
    {FaultKind::kOverlap, "object shares words with another"},
    {FaultKind::kFrameTruncated, "the bytes end before the message does"},
    {FaultKind::kTooManySegments, "the segment table claims more segments than a reader takes"},
    {FaultKind::kMessageTooLarge,
     "the segment table claims more words than maxMessageWords allows"},
    {FaultKind::kPackedTruncated, "the packed bytes end before what they stand for does"},
    {FaultKind::kPackedOverrun, "a packed run goes on behind the end of what it belongs to"},
}};

constexpr bool wordingsAreInOrder() {
  for (std::size_t i = 0; i < kWordings.size(); ++i) {
    if (kWordings[i].kind != static_cast<FaultKind>(i) || kWordings[i].text.empty()) return false;
  }
  return true;
}
static_assert(wordingsAreInOrder(), "each fault kind needs its wording, in the enum's order");

// Faults of the frame and of its packing are of no one word.
bool hasPlace(FaultKind kind) {
  switch (kind) {
    case FaultKind::kFrameTruncated:
    case FaultKind::kTooManySegments:
    case FaultKind::kMessageTooLarge:
    case FaultKind::kPackedTruncated:
    case FaultKind::kPackedOverrun:
      return false;
    default:
      return true;
  }
}

bool isLimit(FaultKind kind) {
  return kind == FaultKind::kTraversalLimit || kind == FaultKind::kNestingLimit ||
         kind == FaultKind::kTooManySegments || kind == FaultKind::kMessageTooLarge ||
         kind == FaultKind::kNoMemory;
}

}  // namespace

std::string_view describe(FaultKind kind) {
  const auto index = static_cast<std::size_t>(kind);
  return index < kWordings.size() ? kWordings[index].text : "unknown fault";
}

absl::Status faultStatus(const Fault& fault, std::string_view path) {
  if (!fault) return absl::OkStatus();
  std::string text(path);
  absl::StrAppend(&text, path.empty() ? "" : ": ", abslText(describe(fault.kind)));
  if (hasPlace(fault.kind)) {
    absl::StrAppend(&text, " (segment ", fault.segment, ", word ", fault.wordOffset, ")");
  }
  return isLimit(fault.kind) ? absl::ResourceExhaustedError(text)
                             : absl::InvalidArgumentError(text);
}

}  // namespace capstan::inline CAPSTAN_ABI
