// SPDX-License-Identifier: Apache-2.0
// One row of a benchmark: its loop, the allocations per operation and the bytes per second.
//
// A row checks what it builds or reads before its loop, and what it summed up and its reader's
// fault after it: a reader that has run into a limit is very fast and very wrong. A peer's row is
// named after the workload that it does: `<workload>/<peer>=<way>` (tools/bench pairs them).
#pragma once

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

#include "bench/support/allocation_pass.h"

namespace capstan::bench {

// Runs `once` until the loop starts warm (a builder that grows with its messages has found its
// size) and a few times more to count what one run allocates: the counter `allocs`.
template <typename Once>
[[gnu::noinline]] void warmAndCount(benchmark::State& state, Once& once) {
  constexpr int kLeastWarmRuns = 4;
  constexpr int kMostWarmRuns = 32;
  constexpr std::chrono::milliseconds kWarmTime(20);
  constexpr int kCountedRuns = 8;
  const auto begin = std::chrono::steady_clock::now();
  for (int run = 0; run < kMostWarmRuns; ++run) {
    once();
    if (run >= kLeastWarmRuns && std::chrono::steady_clock::now() - begin > kWarmTime) break;
  }
  std::uint64_t allocations = 0;
  {
    const AllocationPass pass;
    for (int run = 0; run < kCountedRuns; ++run) once();
    allocations = pass.count();
  }
  state.counters["allocs"] = static_cast<double>(allocations) / kCountedRuns;
}

// The timed loop of a row. `bytes` is what one run moves, 0 where that means nothing.
template <typename Once>
void measure(benchmark::State& state, std::uint64_t bytes, Once&& once) {
  warmAndCount(state, once);
  for (auto _ : state) {
    once();
    benchmark::ClobberMemory();
  }
  if (bytes != 0) state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
}

// Ends the row with an error unless what it builds or reads is right.
inline bool check(benchmark::State& state, bool holds, const char* what) {
  if (!holds) state.SkipWithError(what);
  return holds;
}

template <typename Fn>
benchmark::internal::Benchmark* addRow(const std::string& name, Fn&& fn) {
  return benchmark::RegisterBenchmark(name.c_str(), std::forward<Fn>(fn));
}

// Each file of rows has one: `const Rows kRows(addAllOfThem);`. A program has the rows of the files
// that it is linked from.
struct Rows {
  explicit Rows(void (*add)()) { add(); }
};

}  // namespace capstan::bench
