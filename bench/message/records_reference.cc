// SPDX-License-Identifier: Apache-2.0
// The reference library on Marshal and Unmarshal. Its reused reader is the same row: it has none.
#include <vector>

#include "bench/support/records.h"
#include "bench/support/reference.h"
#include "oracle/benchmark.capnp.h"

namespace capstan::bench {
namespace {

using peer = ::oracle::benchmarks::BenchmarkA;

void marshalRecord(capnp::MessageBuilder& message, const Record& record) {
  fill(message.initRoot<peer>(), record);
  auto bytes = capnp::messageToFlatArray(message);
  benchmark::DoNotOptimize(bytes.begin());
}

void addMarshalRows() {
  for (const char* name : {"Marshal/reference=default", "Marshal_ReuseMsg/reference=default"}) {
    addRow(name, [](benchmark::State& state) {
      RecordPicker picker;
      measure(state, 0, [&] {
        capnp::MallocMessageBuilder message;
        marshalRecord(message, picker.next());
      });
    });
  }
  for (const char* name : {"Marshal/reference=scratch", "Marshal_ReuseMsg/reference=scratch"}) {
    addRow(name, [](benchmark::State& state) {
      RecordPicker picker;
      Scratch scratch(128);
      measure(state, 0, [&] {
        capnp::MallocMessageBuilder message(scratch.words());
        marshalRecord(message, picker.next());
      });
    });
  }
}

std::vector<kj::Array<capnp::word>> framedRecords() {
  std::vector<kj::Array<capnp::word>> framed;
  for (const Record& record : records()) {
    capnp::MallocMessageBuilder message;
    fill(message.initRoot<peer>(), record);
    framed.push_back(capnp::messageToFlatArray(message));
  }
  return framed;
}

void addUnmarshalRow(const char* name) {
  addRow(name, [](benchmark::State& state) {
    const std::vector<kj::Array<capnp::word>> framed = framedRecords();
    const Record* plain = records().data();
    RecordPicker picker;
    bool same = true;
    measure(state, 0, [&] {
      const std::size_t index = picker.nextIndex();
      capnp::FlatArrayMessageReader reader(framed[index]);
      same &= equals(reader.getRoot<peer>(), plain[index]);
    });
    check(state, same, "a record read back differs");
  });
}

void addRootAloneRow() {
  addRow("Unmarshal/RootAlone/reference=default", [](benchmark::State& state) {
    const std::vector<kj::Array<capnp::word>> framed = framedRecords();
    RecordPicker picker;
    measure(state, 0, [&] {
      capnp::FlatArrayMessageReader reader(framed[picker.nextIndex()]);
      auto root = reader.getRoot<peer>();
      benchmark::DoNotOptimize(root);
    });
  });
}

void addRows() {
  addMarshalRows();
  addUnmarshalRow("Unmarshal/reference=default");
  addUnmarshalRow("Unmarshal_Reuse/reference=default");
  addRootAloneRow();
}

const Rows kRows(addRows);

}  // namespace
}  // namespace capstan::bench
