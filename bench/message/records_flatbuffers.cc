// SPDX-License-Identifier: Apache-2.0
// FlatBuffers on Marshal and Unmarshal: a builder that is kept (=reused, its fast way) or new
// (=fresh); reading without its verifier (=unverified) and with it (=verified).
#include <vector>

#include "bench/support/records.h"
#include "bench/support/row.h"
#include "benchmark_generated.h"

namespace capstan::bench {
namespace {

using flatbuffers::FlatBufferBuilder;

void build(FlatBufferBuilder& builder, const Record& record) {
  const auto name = builder.CreateString(record.name);
  const auto phone = builder.CreateString(record.phone);
  builder.Finish(bench_flat::CreateBenchmarkA(builder, name, record.birthDay, phone,
                                              record.siblings, record.spouse, record.money));
}

bool isSame(const bench_flat::BenchmarkA& from, const Record& record) {
  return from.name()->string_view() == record.name && from.phone()->string_view() == record.phone &&
         from.birth_day() == record.birthDay && from.siblings() == record.siblings &&
         from.spouse() == record.spouse && from.money() == record.money;
}

// `Marshal` must end with bytes that outlive the builder: they are detached, or copied out of the
// builder that is kept.
void addMarshalRows() {
  addRow("Marshal/flatbuffers=fresh", [](benchmark::State& state) {
    RecordPicker picker;
    measure(state, 0, [&] {
      FlatBufferBuilder builder(256);
      build(builder, picker.next());
      auto bytes = builder.Release();
      benchmark::DoNotOptimize(bytes.data());
    });
  });
  addRow("Marshal_ReuseMsg/flatbuffers=reused", [](benchmark::State& state) {
    RecordPicker picker;
    FlatBufferBuilder builder(256);
    measure(state, 0, [&] {
      builder.Clear();
      build(builder, picker.next());
      std::vector<std::uint8_t> bytes(builder.GetBufferPointer(),
                                      builder.GetBufferPointer() + builder.GetSize());
      benchmark::DoNotOptimize(bytes.data());
    });
  });
  addRow("Marshal_InPlace/flatbuffers=reused", [](benchmark::State& state) {
    RecordPicker picker;
    FlatBufferBuilder builder(256);
    measure(state, 0, [&] {
      builder.Clear();
      build(builder, picker.next());
      benchmark::DoNotOptimize(builder.GetBufferPointer());
    });
  });
}

std::vector<std::vector<std::uint8_t>> builtRecords() {
  std::vector<std::vector<std::uint8_t>> built;
  FlatBufferBuilder builder;
  for (const Record& record : records()) {
    builder.Clear();
    build(builder, record);
    built.emplace_back(builder.GetBufferPointer(), builder.GetBufferPointer() + builder.GetSize());
  }
  return built;
}

void addUnmarshalRow(const char* name, bool verifies) {
  addRow(name, [verifies](benchmark::State& state) {
    const auto built = builtRecords();
    const Record* plain = records().data();
    RecordPicker picker;
    bool same = true;
    measure(state, 0, [&] {
      const std::size_t index = picker.nextIndex();
      if (verifies) {
        flatbuffers::Verifier verifier(built[index].data(), built[index].size());
        same &= verifier.VerifyBuffer<bench_flat::BenchmarkA>(nullptr);
      }
      same &=
          isSame(*flatbuffers::GetRoot<bench_flat::BenchmarkA>(built[index].data()), plain[index]);
    });
    check(state, same, "a record read back differs");
  });
}

const Rows kRows([] {
  addMarshalRows();
  addUnmarshalRow("Unmarshal_Reuse/flatbuffers=unverified", false);
  addUnmarshalRow("Unmarshal_Reuse/flatbuffers=verified", true);
});

}  // namespace
}  // namespace capstan::bench
