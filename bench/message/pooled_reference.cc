// SPDX-License-Identifier: Apache-2.0
// The reference library on Pooled: it has no pool of messages, so each is fresh.
#include "bench/support/reference.h"
#include "oracle/benchmark.capnp.h"

namespace capstan::bench {
namespace {

void addRows() {
  for (const char* name : {"Pooled/reference=fresh", "Fresh/reference=fresh"}) {
    addRow(name, [](benchmark::State& state) {
      measure(state, 0, [&] {
        capnp::MallocMessageBuilder message;
        message.initRoot<::oracle::benchmarks::HoldsText>().setTxt(
            "GET /a/resource/of/some/length HTTP/1.1");
        auto bytes = capnp::messageToFlatArray(message);
        benchmark::DoNotOptimize(bytes.begin());
      });
    });
  }
}

const Rows kRows(addRows);

}  // namespace
}  // namespace capstan::bench
