// SPDX-License-Identifier: Apache-2.0
// Protobuf on Marshal and Unmarshal: a message that is kept and cleared (=cleared, its fast way for
// one small message), in an arena whose first block is kept (=arena), or new on the heap
// (=default).
#include <google/protobuf/arena.h>

#include <string>
#include <vector>

#include "bench/support/records.h"
#include "bench/support/row.h"
#include "benchmark.pb.h"

namespace capstan::bench {
namespace {

using google::protobuf::Arena;
using peer = ::bench_proto::BenchmarkA;

void fillPeer(peer& to, const Record& record) {
  to.set_name(record.name);
  to.set_birth_day(record.birthDay);
  to.set_phone(record.phone);
  to.set_siblings(record.siblings);
  to.set_spouse(record.spouse);
  to.set_money(record.money);
}

bool isSame(const peer& from, const Record& record) {
  return from.name() == record.name && from.phone() == record.phone &&
         from.birth_day() == record.birthDay && from.siblings() == record.siblings &&
         from.spouse() == record.spouse && from.money() == record.money;
}

class WarmArena {
 public:
  WarmArena() : block_(4096), arena_(block_.data(), block_.size()) {}
  peer& make() {
    arena_.Reset();
    return *Arena::CreateMessage<peer>(&arena_);
  }

 private:
  std::vector<char> block_;
  Arena arena_;
};

void serialize(const peer& message) {
  std::string bytes = message.SerializeAsString();
  benchmark::DoNotOptimize(bytes.data());
}

void addMarshalRows() {
  addRow("Marshal/protobuf=default", [](benchmark::State& state) {
    RecordPicker picker;
    measure(state, 0, [&] {
      peer message;
      fillPeer(message, picker.next());
      serialize(message);
    });
  });
  addRow("Marshal_ReuseMsg/protobuf=cleared", [](benchmark::State& state) {
    RecordPicker picker;
    peer message;
    measure(state, 0, [&] {
      message.Clear();
      fillPeer(message, picker.next());
      serialize(message);
    });
  });
  addRow("Marshal_ReuseMsg/protobuf=arena", [](benchmark::State& state) {
    RecordPicker picker;
    WarmArena arena;
    measure(state, 0, [&] {
      peer& message = arena.make();
      fillPeer(message, picker.next());
      serialize(message);
    });
  });
}

std::vector<std::string> serializedRecords() {
  std::vector<std::string> serialized;
  peer message;
  for (const Record& record : records()) {
    fillPeer(message, record);
    serialized.push_back(message.SerializeAsString());
  }
  return serialized;
}

// `parse(bytes)` gives a message.
template <typename Parse>
void measureParse(benchmark::State& state, Parse parse) {
  const auto serialized = serializedRecords();
  const Record* plain = records().data();
  RecordPicker picker;
  bool same = true;
  measure(state, 0, [&] {
    const std::size_t index = picker.nextIndex();
    same &= isSame(parse(serialized[index]), plain[index]);
  });
  check(state, same, "a record read back differs");
}

void addUnmarshalRows() {
  addRow("Unmarshal/protobuf=default", [](benchmark::State& state) {
    measureParse(state, [](const std::string& bytes) {
      peer message;
      message.ParseFromString(bytes);
      return message;
    });
  });
  addRow("Unmarshal_Reuse/protobuf=cleared", [](benchmark::State& state) {
    peer message;
    measureParse(state, [&](const std::string& bytes) -> const peer& {
      message.ParseFromString(bytes);
      return message;
    });
  });
  addRow("Unmarshal_Reuse/protobuf=arena", [](benchmark::State& state) {
    WarmArena arena;
    measureParse(state, [&](const std::string& bytes) -> const peer& {
      peer& message = arena.make();
      message.ParseFromString(bytes);
      return message;
    });
  });
}

const Rows kRows([] {
  addMarshalRows();
  addUnmarshalRows();
});

}  // namespace
}  // namespace capstan::bench
