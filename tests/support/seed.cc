// SPDX-License-Identifier: Apache-2.0
#include "tests/support/seed.h"

#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace capstan::support {
namespace {

constexpr std::uint64_t kDefaultSeed = 20260101;

std::uint64_t chooseSeed() {
  const char* given = std::getenv("CAPSTAN_SEED");
  if (given == nullptr || *given == '\0') return kDefaultSeed;
  if (std::string_view(given) == "time") {
    return static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
  }
  return std::strtoull(given, nullptr, 0);
}

}  // namespace

std::uint64_t testSeed() {
  const std::uint64_t seed = chooseSeed();
  std::printf("random seed: run again with CAPSTAN_SEED=%" PRIu64 "\n", seed);
  return seed;
}

}  // namespace capstan::support
