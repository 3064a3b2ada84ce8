// SPDX-License-Identifier: Apache-2.0
// Marshal and Unmarshal: one record of data A at a time, to bytes and back.
#include <string>
#include <vector>

#include "bench/records.h"
#include "bench/row.h"
#include "benchmark.capnp.h"
#include "capstan/message/marshal.h"
#include "capstan/message/message_builder.h"
#include "capstan/message/unmarshal.h"

namespace capstan::bench {
namespace {

using benchmarks::BenchmarkA;

std::vector<std::string> framedRecords() {
  std::vector<std::string> framed;
  MessageBuilder message;
  for (const Record& record : records()) {
    message.reset();
    fill(message.initRoot<BenchmarkA>(), record);
    appendTo(message, framed.emplace_back());
  }
  return framed;
}

bool roundTrips(MessageBuilder& message, const Record& record) {
  message.reset();
  fill(message.initRoot<BenchmarkA>(), record);
  absl::StatusOr<Buffer> bytes = marshal(message);
  if (!bytes.ok()) return false;
  MessageReader reader;
  return reader.reopen(*bytes).ok() && equals(reader.getRoot<BenchmarkA>(), record) &&
         reader.status().ok();
}

void addMarshalRows() {
  addRow("Marshal", [](benchmark::State& state) {
    RecordPicker picker;
    measure(state, 0, [&] {
      MessageBuilder message;
      fill(message.initRoot<BenchmarkA>(), picker.next());
      benchmark::DoNotOptimize(marshal(message)->data());
    });
  });
  addRow("Marshal_ReuseMsg", [](benchmark::State& state) {
    RecordPicker picker;
    MessageBuilder message;
    if (!check(state, roundTrips(message, picker.next()), "a record does not round-trip")) return;
    measure(state, 0, [&] {
      message.reset();
      fill(message.initRoot<BenchmarkA>(), picker.next());
      benchmark::DoNotOptimize(marshal(message)->data());
    });
  });
  addRow("Marshal_InPlace", [](benchmark::State& state) {
    RecordPicker picker;
    MessageBuilder message;
    measure(state, 0, [&] {
      message.reset();
      fill(message.initRoot<BenchmarkA>(), picker.next());
      benchmark::DoNotOptimize(message.framedInPlace().data());
    });
  });
}

void addUnmarshalRows() {
  addRow("Unmarshal", [](benchmark::State& state) {
    const std::vector<std::string> framed = framedRecords();
    RecordPicker picker;
    bool same = true;
    bool sound = true;
    measure(state, 0, [&] {
      const std::size_t index = picker.nextIndex();
      absl::StatusOr<MessageReader> reader = unmarshal(framed[index]);
      same &= equals(reader->getRoot<BenchmarkA>(), records()[index]);
      sound &= !reader->fault();
    });
    check(state, same && sound, "a record read back differs");
  });
  addRow("Unmarshal_Reuse", [](benchmark::State& state) {
    const std::vector<std::string> framed = framedRecords();
    RecordPicker picker;
    MessageReader reader;
    bool same = true;
    bool sound = true;
    measure(state, 0, [&] {
      const std::size_t index = picker.nextIndex();
      sound &= reader.reopen(framed[index]).ok();
      same &= equals(reader.getRoot<BenchmarkA>(), records()[index]);
      sound &= !reader.fault();
    });
    check(state, same && sound, "a record read back differs");
  });
  // Framing and root alone, and the comparison alone: what Unmarshal is made of.
  addRow("Unmarshal/RootAlone", [](benchmark::State& state) {
    const std::vector<std::string> framed = framedRecords();
    RecordPicker picker;
    MessageReader reader;
    measure(state, 0, [&] {
      benchmark::DoNotOptimize(reader.reopen(framed[picker.nextIndex()]).ok());
      auto root = reader.getRoot<BenchmarkA>();
      benchmark::DoNotOptimize(root);
    });
  });
}

// The null row of Unmarshal: the same comparison on plain structs.
struct PlainReader {
  const Record& record;
  std::string_view getName() const { return record.name; }
  std::string_view getPhone() const { return record.phone; }
  std::int64_t getBirthDay() const { return record.birthDay; }
  std::int32_t getSiblings() const { return record.siblings; }
  bool getSpouse() const { return record.spouse; }
  double getMoney() const { return record.money; }
};

void addNullRow() {
  addRow("Unmarshal/null", [](benchmark::State& state) {
    const std::vector<Record> copies = records();
    RecordPicker picker;
    bool same = true;
    measure(state, 0, [&] {
      const std::size_t index = picker.nextIndex();
      same &= equals(PlainReader{copies[index]}, records()[index]);
    });
    check(state, same, "a record differs from its copy");
  });
}

}  // namespace

void addRecordRows() {
  addMarshalRows();
  addUnmarshalRows();
  addNullRow();
}

}  // namespace capstan::bench
