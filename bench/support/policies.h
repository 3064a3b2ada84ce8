// SPDX-License-Identifier: Apache-2.0
// The growth policies that rows are run with, and how their names say so.
#pragma once

#include <string>

#include "capstan/arena/arena_options.h"
#include "capstan/pool/buffer_pool.h"

namespace capstan::bench {

struct Policy {
  const char* name;
  GrowthPolicy growth;

  ArenaOptions options() const {
    ArenaOptions made;
    made.growth = growth;
    return made;
  }
};

inline constexpr Policy kPolicies[] = {
    {"SingleSegment", GrowthPolicy::kSingleSegment},
    {"MultiSegment", GrowthPolicy::kMultiSegment},
};

// As in "Growth/SingleSegment/release=true": with release, a message is reset and built again, and
// its memory goes back to the pool; without, each is a new one whose memory goes back to the
// system.
inline std::string rowName(const std::string& workload, const Policy& policy, bool release) {
  return workload + "/" + policy.name + "/release=" + (release ? "true" : "false");
}

// A pool that keeps nothing.
inline PoolHandle unpooled() {
  BufferPoolOptions options;
  options.maxRetainedBytes = 0;
  options.maxMagazineBytes = 0;
  return BufferPool::create(options)->handle();
}

}  // namespace capstan::bench
