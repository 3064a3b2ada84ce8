// SPDX-License-Identifier: Apache-2.0
// Data A: the plain records that the record benchmarks fill messages from and check them against.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace capstan::bench {

struct Record {
  std::string name;  // 16 hex characters
  std::int64_t birthDay = 0;
  std::string phone;  // 10 hex characters
  std::int32_t siblings = 0;
  bool spouse = false;
  double money = 0;
};

// The same 1000 records in every run: the seed is fixed.
const std::vector<Record>& records();

// Random indexes into records(), computed beforehand; the same in every run.
inline constexpr std::size_t kPicks = 4096;
const std::uint16_t* recordIndexes();

// Goes round the indexes.
class RecordPicker {
 public:
  std::size_t nextIndex() { return indexes_[at_++ % kPicks]; }
  const Record& next() { return records_[nextIndex()]; }

 private:
  const std::uint16_t* indexes_ = recordIndexes();
  const Record* records_ = records().data();
  std::size_t at_ = 0;
};

// Fills a BenchmarkA builder of Capstan or the reference: they share the accessors' names.
template <typename Builder>
void fill(Builder builder, const Record& record) {
  builder.setName(record.name);
  builder.setBirthDay(record.birthDay);
  builder.setPhone(record.phone);
  builder.setSiblings(record.siblings);
  builder.setSpouse(record.spouse);
  builder.setMoney(record.money);
}

// Compares all six fields of a BenchmarkA reader of either with its record.
template <typename Reader>
bool equals(Reader reader, const Record& record) {
  const auto name = reader.getName();
  const auto phone = reader.getPhone();
  return std::string_view(name.begin(), name.size()) == record.name &&
         std::string_view(phone.begin(), phone.size()) == record.phone &&
         reader.getBirthDay() == record.birthDay && reader.getSiblings() == record.siblings &&
         reader.getSpouse() == record.spouse && reader.getMoney() == record.money;
}

}  // namespace capstan::bench
