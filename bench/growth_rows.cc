// SPDX-License-Identifier: Apache-2.0
// Growth: a list of 65,536 structs with a short text each, 24 + 65,536 x 16 bytes.
#include "bench/policies.h"
#include "bench/row.h"
#include "benchmark.capnp.h"
#include "capstan/message/message_builder.h"

namespace capstan::bench {
namespace {

constexpr std::uint32_t kFields = 65536;
constexpr std::uint64_t kGrowthBytes = 24 + std::uint64_t{kFields} * 16;

void buildGrowth(MessageBuilder& message) {
  auto fields = message.initRoot<benchmarks::AllocBenchmark>().initFields(kFields);
  for (auto field : fields) field.setStringValue("1234567");
}

bool isGrown(MessageBuilder& message) {
  auto fields = message.getRootReader<benchmarks::AllocBenchmark>().getFields();
  if (fields.size() != kFields) return false;
  for (auto field : fields) {
    if (field.getStringValue() != "1234567") return false;
  }
  return true;
}

}  // namespace

void addGrowthRows() {
  for (const Policy& policy : kPolicies) {
    addRow(rowName("Growth", policy, true), [policy](benchmark::State& state) {
      MessageBuilder message(policy.options());
      buildGrowth(message);
      if (!check(state, isGrown(message), "the message is not right")) return;
      measure(state, kGrowthBytes, [&] {
        message.reset();
        buildGrowth(message);
      });
      state.counters["segments"] = message.arena().segmentCount();
    });
    addRow(rowName("Growth", policy, false), [policy](benchmark::State& state) {
      const PoolHandle pool = unpooled();
      measure(state, kGrowthBytes, [&] {
        MessageBuilder message(policy.options(), pool);
        buildGrowth(message);
      });
    });
  }
}

}  // namespace capstan::bench
