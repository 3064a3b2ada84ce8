// SPDX-License-Identifier: Apache-2.0
// The reference library on SetUint: a temporary string is set. Its message grows with each set.
#include <string>

#include "bench/support/reference.h"
#include "bench/support/uints.h"
#include "oracle/benchmark.capnp.h"

namespace capstan::bench {
namespace {

using peer = ::oracle::benchmarks::HoldsText;

void addSetRow(std::size_t sets) {
  addRow("SetUint" + std::to_string(sets) + "/reference=string", [=](benchmark::State& state) {
    const std::vector<std::uint64_t> values = uints();
    Scratch scratch(4 + 4 * sets);
    std::size_t next = 0;
    measure(state, 0, [&] {
      capnp::MallocMessageBuilder message(scratch.words());
      auto root = message.initRoot<peer>();
      for (std::size_t i = 0; i < sets; ++i) {
        root.setTxt(kj::str(values[next++ % values.size()]));
      }
    });
  });
}

void addRows() {
  for (const std::size_t sets : {1, 10, 100}) addSetRow(sets);
}

const Rows kRows(addRows);

}  // namespace
}  // namespace capstan::bench
