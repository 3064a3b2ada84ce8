// SPDX-License-Identifier: Apache-2.0
// SmallMessage: a root of two pointers, one of which is set twice; 72 bytes.
#include "bench/support/policies.h"
#include "bench/support/row.h"
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

// The same without generated accessors.
void buildUntyped(MessageBuilder& message) {
  const StructBuilder root = message.root().initStruct({.dataWords = 0, .pointers = 2});
  const PointerBuilder first = root.pointer({.index = 0});
  first.initStruct({.dataWords = 0, .pointers = 1}).pointer({.index = 0}).setText("1234567");
  StructBuilder words = first.initStruct({.dataWords = 4, .pointers = 0});
  benchmark::DoNotOptimize(words);
}

bool isSmall(MessageBuilder& message) {
  auto root = message.getRootReader<benchmarks::SmallRoot>();
  return message.sizeWords() * kBytesPerWord == kSmallMessageBytes && root.getSecond().isNull() &&
         root.getFirst().raw().getStruct().dataBytes() == 4 * kBytesPerWord;
}

template <typename Build>
void addReleaseRow(const std::string& name, const Policy& policy, Build build) {
  addRow(name, [=](benchmark::State& state) {
    MessageBuilder message(policy.options());
    build(message);
    if (!check(state, isSmall(message), "the message is not right")) return;
    measure(state, kSmallMessageBytes, [&] {
      message.reset();
      build(message);
    });
    check(state, isSmall(message), "the last message is not right");
  });
}

void addRows() {
  for (const Policy& policy : kPolicies) {
    addReleaseRow(rowName("SmallMessage", policy, true), policy, buildSmall);
    addRow(rowName("SmallMessage", policy, false), [policy](benchmark::State& state) {
      const PoolHandle pool = unpooled();
      MessageBuilder sample(policy.options(), pool);
      buildSmall(sample);
      if (!check(state, isSmall(sample), "the message is not right")) return;
      measure(state, kSmallMessageBytes, [&] {
        MessageBuilder message(policy.options(), pool);
        buildSmall(message);
      });
    });
  }
  addReleaseRow("SmallMessage/Untyped", kPolicies[1], buildUntyped);
  addRow("SmallMessage/Pooled", [](benchmark::State& state) {
    MessagePool pool;
    bool sound = true;
    measure(state, kSmallMessageBytes, [&] {
      PooledMessage message = pool.acquire();
      buildSmall(*message);
      sound &= message->sizeWords() * kBytesPerWord == kSmallMessageBytes;
    });
    check(state, sound, "a message is not right");
  });
}

const Rows kRows(addRows);

}  // namespace
}  // namespace capstan::bench
