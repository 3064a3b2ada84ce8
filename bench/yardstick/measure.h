// SPDX-License-Identifier: Apache-2.0
// The loop of a yardstick row.
#pragma once

#include "bench/support/row.h"
#include "bench/yardstick/random.h"

namespace capstan::bench {

// Runs `once(random)`, which tells whether the response was right, for a cycle of requests so that
// whatever is kept has its size, and then in the timed loop.
template <typename Once>
void measureCase(benchmark::State& state, std::uint64_t cycle, Once once) {
  Random random(cycle);
  bool right = true;
  for (std::uint64_t run = 0; run < cycle; ++run) {
    random.startIteration();
    right &= once(random);
  }
  measure(state, 0, [&] {
    random.startIteration();
    right &= once(random);
  });
  check(state, right, "a response is wrong");
}

}  // namespace capstan::bench
