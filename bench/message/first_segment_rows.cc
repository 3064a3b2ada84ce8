// SPDX-License-Identifier: Apache-2.0
// MessageGetFirstSegment: reset a message and get at its first segment. The iteration before has
// taken the root word and, with the multi-segment policy, one extra segment that must go back.
#include "bench/support/policies.h"
#include "bench/support/row.h"
#include "capstan/message/message_builder.h"

namespace capstan::bench {
namespace {

void useRoot(MessageBuilder& message) {
  auto root = message.root();
  benchmark::DoNotOptimize(root);
}

void openExtraSegment(MessageBuilder& message) {
  Arena& arena = message.arena();
  arena.first().tryAllocate(arena.first().freeWords());
  Segment* extra = nullptr;
  benchmark::DoNotOptimize(arena.allocateSlow(1, extra));
}

template <typename Use>
void addFirstSegmentRow(const char* name, const ArenaOptions& options, std::uint32_t segments,
                        Use use) {
  addRow(std::string("MessageGetFirstSegment/") + name, [=](benchmark::State& state) {
    MessageBuilder message(options);
    bool sound = true;
    measure(state, 0, [&] {
      message.reset();
      Segment& first = message.arena().first();
      benchmark::DoNotOptimize(&first);
      use(message);
      sound &= message.arena().segmentCount() == segments;
    });
    check(state, sound, "the message has not the segments that it should have");
  });
}

void useRootAndExtraSegment(MessageBuilder& message) {
  useRoot(message);
  openExtraSegment(message);
}

void addRows() {
  addFirstSegmentRow("SingleSegment", kPolicies[0].options(), 1, useRoot);
  // The first segment stays at 8 KiB: it would grow until nothing is left for an extra one.
  ArenaOptions steady = kPolicies[1].options();
  steady.maxFirstSegmentWords = steady.firstSegmentWords;
  addFirstSegmentRow("MultiSegment", steady, 2, useRootAndExtraSegment);
  // As the reference with a scratch segment: a first segment of 128 words that is the caller's.
  static std::byte callerMemory[1024];
  ArenaOptions options = kPolicies[1].options();
  options.firstSegment = callerMemory;
  addFirstSegmentRow("MultiSegment/CallerFirst", options, 2, useRootAndExtraSegment);
}

const Rows kRows(addRows);

}  // namespace
}  // namespace capstan::bench
