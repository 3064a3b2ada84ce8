// SPDX-License-Identifier: Apache-2.0
// Growth: a list of 65,536 structs with a short text each, 24 + 65,536 x 16 bytes. GrowthCold is
// the same with memory fresh from the system each time.
#include "bench/support/growth.h"
#include "bench/support/policies.h"
#include "bench/support/row.h"
#include "benchmark.capnp.h"
#include "capstan/message/message_builder.h"

namespace capstan::bench {
namespace {

void build(MessageBuilder& message) { buildGrowth<benchmarks::AllocBenchmark>(message); }

bool isGrown(MessageBuilder& message) {
  auto fields = message.getRootReader<benchmarks::AllocBenchmark>().getFields();
  if (fields.size() != kGrowthFields) return false;
  for (auto field : fields) {
    if (field.getStringValue() != kGrowthText) return false;
  }
  return true;
}

void addReleaseRow(const Policy& policy) {
  addRow(rowName("Growth", policy, true), [policy](benchmark::State& state) {
    MessageBuilder message(policy.options());
    build(message);
    if (!check(state, isGrown(message), "the message is not right")) return;
    measure(state, kGrowthBytes, [&] {
      message.reset();
      build(message);
    });
    check(state, isGrown(message), "the last message is not right");
    state.counters["segments"] = message.arena().segmentCount();
  });
}

void addFreshRow(const Policy& policy) {
  addRow(rowName("Growth", policy, false), [policy](benchmark::State& state) {
    const PoolHandle pool = unpooled();
    MessageBuilder sample(policy.options(), pool);
    build(sample);
    if (!check(state, isGrown(sample), "the message is not right")) return;
    measure(state, kGrowthBytes, [&] {
      MessageBuilder message(policy.options(), pool);
      build(message);
    });
  });
}

// The pool is trimmed between the runs, outside of the time.
void addColdRow(const Policy& policy) {
  addRow(std::string("GrowthCold/") + policy.name, [policy](benchmark::State& state) {
    for (auto _ : state) {
      {
        MessageBuilder message(policy.options());
        build(message);
        benchmark::ClobberMemory();
      }
      state.PauseTiming();
      BufferPool::shared().trim();
      state.ResumeTiming();
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(kGrowthBytes));
  });
}

void addRows() {
  for (const Policy& policy : kPolicies) {
    addReleaseRow(policy);
    addFreshRow(policy);
    addColdRow(policy);
  }
}

const Rows kRows(addRows);

}  // namespace
}  // namespace capstan::bench
