// SPDX-License-Identifier: Apache-2.0
// SmallMessage: a root of two pointers, one of which is set twice; 72 bytes.
#include <memory>

#include "bench/policies.h"
#include "bench/row.h"
#include "benchmark.capnp.h"
#include "capstan/message/message_builder.h"
#include "capstan/message/message_pool.h"

namespace capstan::bench {
namespace {

constexpr std::uint64_t kSmallMessageBytes = 72;

void buildSmall(MessageBuilder& message) {
  auto root = message.initRoot<benchmarks::SmallRoot>();
  root.getFirst().initAs<benchmarks::SmallText>().setText("1234567");
  auto words = root.getFirst().initAs<benchmarks::FourWords>();
  benchmark::DoNotOptimize(words);
}

bool isSmall(MessageBuilder& message) {
  auto root = message.getRootReader<benchmarks::SmallRoot>();
  return message.sizeWords() * kBytesPerWord == kSmallMessageBytes && root.getSecond().isNull() &&
         root.getFirst().raw().getStruct().dataBytes() == 4 * kBytesPerWord;
}

}  // namespace

void addSmallMessageRows() {
  for (const Policy& policy : kPolicies) {
    addRow(rowName("SmallMessage", policy, true), [policy](benchmark::State& state) {
      MessageBuilder message(policy.options());
      buildSmall(message);
      if (!check(state, isSmall(message), "the message is not right")) return;
      measure(state, kSmallMessageBytes, [&] {
        message.reset();
        buildSmall(message);
      });
    });
    addRow(rowName("SmallMessage", policy, false), [policy](benchmark::State& state) {
      const PoolHandle pool = unpooled();
      measure(state, kSmallMessageBytes, [&] {
        MessageBuilder message(policy.options(), pool);
        buildSmall(message);
      });
    });
  }
  addRow("SmallMessage/Pooled", [](benchmark::State& state) {
    MessagePool pool;
    measure(state, kSmallMessageBytes, [&] { buildSmall(*pool.acquire()); });
  });
}

}  // namespace capstan::bench
