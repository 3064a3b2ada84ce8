// SPDX-License-Identifier: Apache-2.0
// The floor of the list rows: an array of plain structs whose texts lie in one buffer.
#include <cstring>
#include <string_view>

#include "bench/support/list_records.h"
#include "bench/support/row.h"

namespace capstan::bench {
namespace {

struct RawRecord {
  std::uint64_t id;
  double score;
  std::uint32_t count;
  std::uint16_t kind;
  bool flag;
  std::string_view name;
};

// Copies records and texts into memory that is there already.
void copyRecords(const std::vector<PlainListRecord>& from, RawRecord* to, char* texts) {
  for (const PlainListRecord& record : from) {
    std::memcpy(texts, record.name.data(), record.name.size());
    *to++ = {record.id,   record.score, record.count,
             record.kind, record.flag,  {texts, record.name.size()}};
    texts += record.name.size();
  }
}

std::uint64_t sumOfRaw(const std::vector<RawRecord>& records) {
  std::uint64_t sum = 0;
  for (const RawRecord& record : records) {
    sum += share(record.id, record.score, record.count, record.kind, record.flag,
                 record.name.size(), record.name[0]);
  }
  return sum;
}

void addRows() {
  addRow("ReadList1000/raw=structs", [](benchmark::State& state) {
    const auto records = makeListRecords(kListRecords);
    const std::uint64_t expected = sumOfRecords(records);
    std::vector<RawRecord> raw(kListRecords);
    std::vector<char> texts(kListRecords * 32);
    copyRecords(records, raw.data(), texts.data());
    bool sound = true;
    measure(state, 0, [&] { sound &= sumOfRaw(raw) == expected; });
    check(state, sound, "the sum is wrong");
  });
  addRow("BuildList1000/raw=structs", [](benchmark::State& state) {
    const auto records = makeListRecords(kListRecords);
    std::vector<RawRecord> raw(kListRecords);
    std::vector<char> texts(kListRecords * 32);
    measure(state, 0, [&] { copyRecords(records, raw.data(), texts.data()); });
    check(state, sumOfRaw(raw) == sumOfRecords(records), "the list is not right");
  });
}

const Rows kRows(addRows);

}  // namespace
}  // namespace capstan::bench
