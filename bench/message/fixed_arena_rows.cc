// SPDX-License-Identifier: Apache-2.0
// FixedArena: a text set and read back in one buffer of 128 bytes.
#include "bench/support/row.h"
#include "benchmark.capnp.h"
#include "capstan/message/message_builder.h"

namespace capstan::bench {
namespace {

void addRows() {
  addRow("FixedArena", [](benchmark::State& state) {
    alignas(8) std::byte buffer[128];
    ArenaOptions options;
    options.growth = GrowthPolicy::kFixed;
    options.firstSegment = buffer;
    MessageBuilder message(options);
    bool same = true;
    measure(state, 0, [&] {
      message.reset();
      auto root = message.initRoot<benchmarks::HoldsText>();
      root.setTxt("a short text");
      same &= root.asReader().getTxt() == "a short text";
    });
    check(state, same && !message.arena().fault(), "the text read back differs");
  });
}

const Rows kRows(addRows);

}  // namespace
}  // namespace capstan::bench
