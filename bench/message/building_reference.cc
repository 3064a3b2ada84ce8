// SPDX-License-Identifier: Apache-2.0
// The reference library on the workloads that build a message and drop it.
#include <malloc.h>

#include "bench/support/growth.h"
#include "bench/support/reference.h"
#include "oracle/benchmark.capnp.h"

namespace capstan::bench {
namespace {

namespace peer = ::oracle::benchmarks;

void buildSmall(capnp::MessageBuilder& message) {
  auto root = message.initRoot<peer::SmallRoot>();
  root.getFirst().initAs<peer::SmallText>().setText("1234567");
  auto words = root.getFirst().initAs<peer::FourWords>();
  benchmark::DoNotOptimize(words);
}

void getFirstSegment(capnp::MessageBuilder& message) {
  message.getRoot<capnp::AnyPointer>();
  auto segments = message.getSegmentsForOutput();
  benchmark::DoNotOptimize(segments);
}

// An object that fills the first segment of 128 words sends the next one to an extra segment.
void getFirstAndExtraSegment(capnp::MessageBuilder& message) {
  auto data = message.getRoot<capnp::AnyPointer>().initAs<capnp::Data>(128 * 8);
  benchmark::DoNotOptimize(data);
  auto segments = message.getSegmentsForOutput();
  benchmark::DoNotOptimize(segments);
}

void addFixedArenaRow() {
  addRow("FixedArena/reference=scratch", [](benchmark::State& state) {
    Scratch scratch(16);
    bool same = true;
    measure(state, 0, [&] {
      capnp::MallocMessageBuilder message(scratch.words());
      auto root = message.initRoot<peer::HoldsText>();
      root.setTxt("a short text");
      same &= root.asReader().getTxt() == "a short text";
    });
    check(state, same, "the text read back differs");
  });
}

// The heap is trimmed between the runs, outside of the time.
void addColdGrowthRow() {
  addRow("GrowthCold/reference=default", [](benchmark::State& state) {
    for (auto _ : state) {
      {
        capnp::MallocMessageBuilder message;
        buildGrowth<peer::AllocBenchmark>(message);
        benchmark::ClobberMemory();
      }
      state.PauseTiming();
      malloc_trim(0);
      state.ResumeTiming();
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(kGrowthBytes));
  });
}

void addRows() {
  addReferenceBuildRows("MessageGetFirstSegment/SingleSegment", 0, 128, getFirstSegment);
  addReferenceBuildRows("MessageGetFirstSegment/MultiSegment", 0, 128, getFirstAndExtraSegment);
  addReferenceBuildRows("SmallMessage", 72, 128, buildSmall);
  addReferenceBuildRows("Growth", kGrowthBytes, 3 + kGrowthFields * 2,
                        buildGrowth<peer::AllocBenchmark, capnp::MessageBuilder>);
  addColdGrowthRow();
  addFixedArenaRow();
}

const Rows kRows(addRows);

}  // namespace
}  // namespace capstan::bench
