// SPDX-License-Identifier: Apache-2.0
// Pooled and Fresh: a request of one text is built, marshalled and dropped, with a builder on loan
// from a MessagePool, and with a new builder whose memory comes from the system each time.
#include "bench/support/policies.h"
#include "bench/support/row.h"
#include "benchmark.capnp.h"
#include "capstan/message/marshal.h"
#include "capstan/message/message_builder.h"
#include "capstan/message/message_pool.h"

namespace capstan::bench {
namespace {

constexpr std::string_view kRequestText = "GET /a/resource/of/some/length HTTP/1.1";

// Returns: whether the bytes are there.
bool request(MessageBuilder& message) {
  message.initRoot<benchmarks::HoldsText>().setTxt(kRequestText);
  auto bytes = marshal(message);
  benchmark::DoNotOptimize(bytes->data());
  return bytes.ok();
}

void addRows() {
  addRow("Pooled", [](benchmark::State& state) {
    MessagePool pool;
    bool sound = true;
    measure(state, 0, [&] { sound &= request(*pool.acquire()); });
    check(state, sound && pool.idle() == 1, "the pool has not its one builder back");
  });
  addRow("Fresh", [](benchmark::State& state) {
    const PoolHandle pool = unpooled();
    bool sound = true;
    measure(state, 0, [&] {
      MessageBuilder message({}, pool);
      sound &= request(message);
    });
    check(state, sound, "a request was not marshalled");
  });
}

const Rows kRows(addRows);

}  // namespace
}  // namespace capstan::bench
