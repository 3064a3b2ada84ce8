// SPDX-License-Identifier: Apache-2.0
// One row of a benchmark: its loop, the allocations per operation and the bytes per second.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <utility>

#include "tests/support/allocation_counter.h"

namespace capstan::bench {

// Runs `once` in the timed loop and reports what one run allocates (`allocs`: calls of malloc and
// its kin, counted) and, where `bytes` is not 0, the bytes per second. `once` runs once before, so
// that the loop starts warm.
template <typename Once>
void measure(benchmark::State& state, std::uint64_t bytes, Once&& once) {
  once();
  const support::AllocationCounter allocations;
  for (auto _ : state) {
    once();
    benchmark::ClobberMemory();
  }
  state.counters["allocs"] = benchmark::Counter(static_cast<double>(allocations.count()),
                                                benchmark::Counter::kAvgIterations);
  if (bytes != 0) state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
}

// Ends the row with an error unless what it builds or reads is right.
inline bool check(benchmark::State& state, bool holds, const char* what) {
  if (!holds) state.SkipWithError(what);
  return holds;
}

template <typename Fn>
void addRow(const std::string& name, Fn&& fn) {
  benchmark::RegisterBenchmark(name.c_str(), std::forward<Fn>(fn));
}

// Each file of rows has one of these.
void addFirstSegmentRows();
void addSmallMessageRows();
void addGrowthRows();
void addRecordRows();
void addReferenceRows();  // none where the reference library is not installed

}  // namespace capstan::bench
