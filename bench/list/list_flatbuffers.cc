// SPDX-License-Identifier: Apache-2.0
// FlatBuffers on the list rows: a builder that is kept (=reused) or new (=fresh); reading without
// its verifier (=unverified) and with it (=verified).
#include "bench/support/list_records.h"
#include "bench/support/row.h"
#include "benchmark_generated.h"

namespace capstan::bench {
namespace {

using flatbuffers::FlatBufferBuilder;

void build(FlatBufferBuilder& builder, const std::vector<PlainListRecord>& records) {
  static std::vector<flatbuffers::Offset<bench_flat::ListRecord>> offsets;
  offsets.clear();
  for (const PlainListRecord& record : records) {
    const auto name = builder.CreateString(record.name);
    offsets.push_back(bench_flat::CreateListRecord(builder, record.id, record.score, record.count,
                                                   record.kind, record.flag, name));
  }
  builder.Finish(bench_flat::CreateListOfRecords(builder, builder.CreateVector(offsets)));
}

std::uint64_t sumOfPeer(const std::uint8_t* bytes) {
  std::uint64_t sum = 0;
  for (const auto* record : *flatbuffers::GetRoot<bench_flat::ListOfRecords>(bytes)->records()) {
    const auto* name = record->name();
    sum += share(record->id(), record->score(), record->count(), record->kind(), record->flag(),
                 name->size(), name->c_str()[0]);
  }
  return sum;
}

void addReadRow(const char* name, bool verifies) {
  addRow(name, [verifies](benchmark::State& state) {
    const auto records = makeListRecords(kListRecords);
    const std::uint64_t expected = sumOfRecords(records);
    FlatBufferBuilder builder;
    build(builder, records);
    bool sound = true;
    measure(state, builder.GetSize(), [&] {
      if (verifies) {
        flatbuffers::Verifier verifier(builder.GetBufferPointer(), builder.GetSize());
        sound &= verifier.VerifyBuffer<bench_flat::ListOfRecords>(nullptr);
      }
      sound &= sumOfPeer(builder.GetBufferPointer()) == expected;
    });
    check(state, sound, "the sum is wrong");
  });
}

void addBuildRows() {
  addRow("BuildList1000/flatbuffers=fresh", [](benchmark::State& state) {
    const auto records = makeListRecords(kListRecords);
    measure(state, 0, [&] {
      FlatBufferBuilder builder;
      build(builder, records);
      benchmark::DoNotOptimize(builder.GetBufferPointer());
    });
  });
  addRow("BuildList1000/flatbuffers=reused", [](benchmark::State& state) {
    const auto records = makeListRecords(kListRecords);
    FlatBufferBuilder builder;
    measure(state, 0, [&] {
      builder.Clear();
      build(builder, records);
    });
    check(state, sumOfPeer(builder.GetBufferPointer()) == sumOfRecords(records),
          "the list is not right");
  });
}

const Rows kRows([] {
  addReadRow("ReadList1000/flatbuffers=unverified", false);
  addReadRow("ReadList1000/flatbuffers=verified", true);
  addBuildRows();
});

}  // namespace
}  // namespace capstan::bench
