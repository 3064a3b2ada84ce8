// SPDX-License-Identifier: Apache-2.0
// Marshal: one record of data A at a time to framed bytes. Marshal and Marshal_ReuseMsg end with a
// byte string that outlives the message; Marshal_InPlace shows the bytes where they were built.
#include "bench/support/records.h"
#include "bench/support/row.h"
#include "benchmark.capnp.h"
#include "capstan/message/marshal.h"
#include "capstan/message/message_builder.h"
#include "capstan/message/unmarshal.h"

namespace capstan::bench {
namespace {

using benchmarks::BenchmarkA;

bool holdsRecord(Bytes framed, const Record& record) {
  MessageReader reader;
  return reader.reopen(framed).ok() && equals(reader.getRoot<BenchmarkA>(), record) &&
         reader.status().ok();
}

bool roundTrips(MessageBuilder& message, const Record& record) {
  message.reset();
  fill(message.initRoot<BenchmarkA>(), record);
  absl::StatusOr<Buffer> bytes = marshal(message);
  return bytes.ok() && holdsRecord(*bytes, record) && holdsRecord(message.framedInPlace(), record);
}

void addRows() {
  addRow("Marshal", [](benchmark::State& state) {
    RecordPicker picker;
    MessageBuilder sample;
    if (!check(state, roundTrips(sample, picker.next()), "a record does not round-trip")) return;
    measure(state, 0, [&] {
      MessageBuilder message;
      fill(message.initRoot<BenchmarkA>(), picker.next());
      auto bytes = marshal(message);
      benchmark::DoNotOptimize(bytes->data());
    });
  });
  addRow("Marshal_ReuseMsg", [](benchmark::State& state) {
    RecordPicker picker;
    MessageBuilder message;
    if (!check(state, roundTrips(message, picker.next()), "a record does not round-trip")) return;
    measure(state, 0, [&] {
      message.reset();
      fill(message.initRoot<BenchmarkA>(), picker.next());
      auto bytes = marshal(message);
      benchmark::DoNotOptimize(bytes->data());
    });
    check(state, roundTrips(message, picker.next()), "a last record does not round-trip");
  });
  addRow("Marshal_InPlace", [](benchmark::State& state) {
    RecordPicker picker;
    MessageBuilder message;
    measure(state, 0, [&] {
      message.reset();
      fill(message.initRoot<BenchmarkA>(), picker.next());
      benchmark::DoNotOptimize(message.framedInPlace().data());
    });
    check(state, roundTrips(message, picker.next()), "a last record does not round-trip");
  });
}

const Rows kRows(addRows);

}  // namespace
}  // namespace capstan::bench
