// SPDX-License-Identifier: Apache-2.0
// The segments of an arena after its first, and their memory. Private to arena/.
//
// Made when a message first outgrows its first segment and kept over resets, so that a loop of
// large messages allocates nothing.
#pragma once

#include <array>
#include <memory>

#include "capstan/arena/segment.h"
#include "capstan/base/units.h"
#include "capstan/pool/buffer.h"
#include "capstan/pool/reservation.h"

namespace capstan::inline CAPSTAN_ABI::internal {

struct ExtraSegment {
  Segment segment;
  Buffer buffer;
  Reservation reservation;  // only the last possible segment has one

  void release() {
    const std::uint64_t touched = segment.sizeWords() * kBytesPerWord;
    buffer.release();
    reservation.release(touched);
    segment.begin = segment.used = segment.capacity = nullptr;
    segment.isExternal = false;
  }
};

inline constexpr std::uint32_t kMaxExtraSegments = kMaxSegmentsWritten - 1;

struct ExtraSegments {
  std::array<Segment*, kMaxExtraSegments> table = {};
  std::array<std::unique_ptr<ExtraSegment>, kMaxExtraSegments> nodes = {};
};

}  // namespace capstan::inline CAPSTAN_ABI::internal
