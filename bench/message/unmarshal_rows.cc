// SPDX-License-Identifier: Apache-2.0
// Unmarshal: a framed record of data A is opened without copying, read and compared with the plain
// one. RootAlone leaves the fields out; the null row compares plain structs.
#include <string>
#include <vector>

#include "bench/support/records.h"
#include "bench/support/row.h"
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

void addUnmarshalRow() {
  addRow("Unmarshal", [](benchmark::State& state) {
    const std::vector<std::string> framed = framedRecords();
    const Record* plain = records().data();
    RecordPicker picker;
    bool same = true;
    bool sound = true;
    measure(state, 0, [&] {
      const std::size_t index = picker.nextIndex();
      absl::StatusOr<MessageReader> reader = unmarshal(framed[index]);
      same &= equals(reader->getRoot<BenchmarkA>(), plain[index]);
      sound &= !reader->fault();
    });
    check(state, same && sound, "a record read back differs");
  });
}

void addReuseRow() {
  addRow("Unmarshal_Reuse", [](benchmark::State& state) {
    const std::vector<std::string> framed = framedRecords();
    const Record* plain = records().data();
    RecordPicker picker;
    MessageReader reader;
    bool same = true;
    bool sound = true;
    measure(state, 0, [&] {
      const std::size_t index = picker.nextIndex();
      sound &= reader.reopen(framed[index]).ok();
      same &= equals(reader.getRoot<BenchmarkA>(), plain[index]);
      sound &= !reader.fault();
    });
    check(state, same && sound, "a record read back differs");
  });
}

void addRootAloneRow() {
  addRow("Unmarshal/RootAlone", [](benchmark::State& state) {
    const std::vector<std::string> framed = framedRecords();
    RecordPicker picker;
    MessageReader reader;
    bool sound = true;
    measure(state, 0, [&] {
      sound &= reader.reopen(framed[picker.nextIndex()]).ok();
      auto root = reader.getRoot<BenchmarkA>();
      benchmark::DoNotOptimize(root);
    });
    check(state, sound && !reader.fault(), "a message does not open");
  });
}

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
    const Record* plain = records().data();
    RecordPicker picker;
    bool same = true;
    measure(state, 0, [&] {
      const std::size_t index = picker.nextIndex();
      same &= equals(PlainReader{copies[index]}, plain[index]);
    });
    check(state, same, "a record differs from its copy");
  });
}

void addRows() {
  addUnmarshalRow();
  addReuseRow();
  addRootAloneRow();
  addNullRow();
}

const Rows kRows(addRows);

}  // namespace
}  // namespace capstan::bench
