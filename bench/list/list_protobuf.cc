// SPDX-License-Identifier: Apache-2.0
// Protobuf on the list rows: reading includes parsing, building ends with the message object. In an
// arena whose first block is kept (=arena), or a message that is kept and cleared (=cleared).
#include <google/protobuf/arena.h>

#include <string>

#include "bench/support/list_records.h"
#include "bench/support/row.h"
#include "benchmark.pb.h"

namespace capstan::bench {
namespace {

using google::protobuf::Arena;
using peer = ::bench_proto::ListOfRecords;

void build(peer& message, const std::vector<PlainListRecord>& records) {
  for (const PlainListRecord& record : records) {
    auto& to = *message.add_records();
    to.set_id(record.id);
    to.set_score(record.score);
    to.set_count(record.count);
    to.set_kind(record.kind);
    to.set_flag(record.flag);
    to.set_name(record.name);
  }
}

std::uint64_t sumOfPeer(const peer& message) {
  std::uint64_t sum = 0;
  for (const auto& record : message.records()) {
    sum += share(record.id(), record.score(), record.count(),
                 static_cast<std::uint16_t>(record.kind()), record.flag(), record.name().size(),
                 record.name()[0]);
  }
  return sum;
}

// Runs `once` with a message in an arena whose first block is kept.
template <typename Once>
void measureInArena(benchmark::State& state, Once once) {
  std::vector<char> block(4 << 20);
  Arena arena(block.data(), block.size());
  bool sound = true;
  measure(state, 0, [&] {
    arena.Reset();
    sound &= once(*Arena::CreateMessage<peer>(&arena));
  });
  check(state, sound, "the list is not right");
}

void addRows() {
  addRow("ReadList1000/protobuf=arena", [](benchmark::State& state) {
    const auto records = makeListRecords(kListRecords);
    const std::uint64_t expected = sumOfRecords(records);
    peer built;
    build(built, records);
    const std::string bytes = built.SerializeAsString();
    measureInArena(state, [&](peer& message) {
      return message.ParseFromString(bytes) && sumOfPeer(message) == expected;
    });
  });
  addRow("BuildList1000/protobuf=arena", [](benchmark::State& state) {
    const auto records = makeListRecords(kListRecords);
    measureInArena(state, [&](peer& message) {
      build(message, records);
      return message.records_size() == static_cast<int>(kListRecords);
    });
  });
  addRow("BuildList1000/protobuf=cleared", [](benchmark::State& state) {
    const auto records = makeListRecords(kListRecords);
    peer message;
    measure(state, 0, [&] {
      message.Clear();
      build(message, records);
    });
    check(state, sumOfPeer(message) == sumOfRecords(records), "the list is not right");
  });
}

const Rows kRows(addRows);

}  // namespace
}  // namespace capstan::bench
