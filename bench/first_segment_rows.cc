// SPDX-License-Identifier: Apache-2.0
// MessageGetFirstSegment: reset a message and get at its first segment.
#include "bench/row.h"
#include "capstan/message/message_builder.h"

namespace capstan::bench {

void addFirstSegmentRows() {
  addRow("MessageGetFirstSegment", [](benchmark::State& state) {
    MessageBuilder message;
    measure(state, 0, [&] {
      message.reset();
      message.root();
      benchmark::DoNotOptimize(&message.arena().first());
    });
    check(state, message.segments().size() == 1, "the message has not one segment");
  });
}

}  // namespace capstan::bench
