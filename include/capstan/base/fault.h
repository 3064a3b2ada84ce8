// SPDX-License-Identifier: Apache-2.0
// What can be wrong with a message, as a small value.
//
// Reading hot paths carry only this: a kind and a place. `fault_status.h` words it.
#pragma once

#include <cstdint>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI {

// Everything that reading, copying or framing can find wrong. The order is private.
enum class FaultKind : std::uint8_t {
  kNone,
  // Bounds
  kRootMissing,
  kStructOutOfBounds,
  kListOutOfBounds,
  kLandingPadOutOfBounds,
  kUnknownSegment,
  // Malformed pointers
  kUnexpectedFarPointer,
  kDoubleFarPadMalformed,
  kUnknownPointerKind,
  kTagNotStruct,
  kTagOverrunsList,
  // Pointers of another kind than the schema says
  kExpectedStruct,
  kExpectedList,
  kExpectedText,
  kExpectedData,
  kExpectedCapability,
  kIncompatibleElementSize,
  kTextNotTerminated,
  kIndexOutOfRange,
  // Limits
  kTraversalLimit,
  kNestingLimit,
  kNoMemory,
  // Not every walk minds these.
  kCapabilityInCanonical,
  kOverlap,
  // Framing
  kFrameTruncated,
  kTooManySegments,
  kMessageTooLarge,
  // Packing
  kPackedTruncated,
  kPackedOverrun,
  // Must stay last: the number of kinds.
  kCount,
};

// The first thing that was found wrong, and where: the word in the segment that was being followed
// or read. `kind` is kNone where nothing was.
struct Fault {
  FaultKind kind = FaultKind::kNone;
  std::uint32_t segment = 0;
  std::uint32_t wordOffset = 0;

  explicit operator bool() const { return kind != FaultKind::kNone; }
  friend bool operator==(const Fault&, const Fault&) = default;
};

}  // namespace capstan::inline CAPSTAN_ABI
