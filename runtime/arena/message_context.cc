// SPDX-License-Identifier: Apache-2.0
#include "capstan/arena/message_context.h"

namespace capstan::inline CAPSTAN_ABI {
namespace {

constexpr std::uint32_t kLargestSegmentKept = 0xFF'FFFF;

std::uint64_t pack(FaultKind kind, std::uint32_t segment, std::uint32_t wordOffset) {
  const std::uint64_t kept = segment < kLargestSegmentKept ? segment : kLargestSegmentKept;
  return std::uint64_t{static_cast<std::uint8_t>(kind)} << 56 | kept << 32 | wordOffset;
}

}  // namespace

void MessageContext::recordFault(FaultKind kind, std::uint32_t segment, std::uint32_t wordOffset) {
  internal::exchangeIfEqualRelaxed(fault_, std::uint64_t{0}, pack(kind, segment, wordOffset));
}

Fault MessageContext::unpackFault(std::uint64_t word) {
  return Fault{.kind = static_cast<FaultKind>(word >> 56),
               .segment = static_cast<std::uint32_t>(word >> 32) & kLargestSegmentKept,
               .wordOffset = static_cast<std::uint32_t>(word)};
}

bool MessageContext::exhaustBudget() {
  internal::storeRelaxed(budgetWords_, kExhausted);
  return false;
}

}  // namespace capstan::inline CAPSTAN_ABI
