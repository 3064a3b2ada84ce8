// SPDX-License-Identifier: Apache-2.0
// How the memory of a message being built comes and grows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "capstan/arena/message_context.h"
#include "capstan/base/config.h"
#include "capstan/base/units.h"
#include "capstan/pool/reservation.h"
#include "capstan/pool/size_class.h"

namespace capstan::inline CAPSTAN_ABI {

enum class GrowthPolicy : std::uint8_t {
  // Further segments, each as large as all before it together.
  kMultiSegment,
  // One segment that never moves, in reserved address space.
  kSingleSegment,
  // The caller's memory and no more.
  kFixed,
};

struct ArenaOptions {
  GrowthPolicy growth = GrowthPolicy::kMultiSegment;

  // The first segment of our own memory, in words; rounded up to fill a bucket of the pool. 8 KiB
  // holds common messages, and costs nothing while it waits in the pool.
  std::uint32_t firstSegmentWords = 1023;

  // After a message that outgrew it, the next first segment is twice as large, up to this many
  // words (16 MiB): most messages come to lie in one segment. Small messages let it shrink again.
  std::uint32_t maxFirstSegmentWords = (std::uint32_t{2} << 20) - 1;

  // Further segments stop growing at this many words (an object larger than that gets a segment of
  // its own size).
  std::uint32_t maxSegmentWords = static_cast<std::uint32_t>(kMaxBucketBytes / kBytesPerWord);

  // The words that the message may take in all; running past it is exhaustion.
  std::uint64_t maxMessageWords = kUnlimited;

  // kSingleSegment: the address space that one message may grow into, in bytes.
  std::size_t reserveBytes = kDefaultReserveBytes;

  // The caller's first segment: trimmed to whole aligned words, not owned, neither read nor wiped.
  // kFixed needs one. Must outlive the arena.
  std::span<std::byte> firstSegment = {};

  // Keeps the first word of `firstSegment` free for the frame's header, so that the message can be
  // framed in place. Our own memory always has this room.
  bool headerRoomInCallerMemory = false;
};

// The defaults, as an object: copying it is cheaper than copying a temporary that was just made
// (Marshal bench: the arena's constructor goes from 15% of the time to 6%).
inline constexpr ArenaOptions kDefaultArenaOptions = {};

}  // namespace capstan::inline CAPSTAN_ABI
