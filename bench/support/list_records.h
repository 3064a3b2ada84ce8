// SPDX-License-Identifier: Apache-2.0
// The elements of ReadList1000 and BuildList1000, as plain structs, and what is done with each.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

namespace capstan::bench {

inline constexpr std::uint32_t kListRecords = 1000;

struct PlainListRecord {
  std::uint64_t id = 0;
  double score = 0;
  std::uint32_t count = 0;
  std::uint16_t kind = 0;
  bool flag = false;
  std::string name;  // 4 to 19 characters
};

// The same in every run.
std::vector<PlainListRecord> makeListRecords(std::uint32_t size);

// The sum that reading all of them must give.
std::uint64_t sumOfRecords(const std::vector<PlainListRecord>& records);

// A record's share of the sum: every field, the text's size and its first byte.
inline std::uint64_t share(std::uint64_t id, double score, std::uint32_t count, std::uint16_t kind,
                           bool flag, std::size_t nameSize, char firstByte) {
  return id + std::bit_cast<std::uint64_t>(score) + count + kind + flag + nameSize +
         static_cast<unsigned char>(firstByte);
}

// Sums a list of Capstan or the reference: they share the accessors' names.
template <typename List>
std::uint64_t sumOfList(const List& list) {
  std::uint64_t sum = 0;
  for (auto record : list) {
    const auto name = record.getName();
    sum += share(record.getId(), record.getScore(), record.getCount(), record.getKind(),
                 record.getFlag(), name.size(), *name.begin());
  }
  return sum;
}

// Builds the list in a message of either.
template <typename ListOfRecords, typename Message>
void buildList(Message& message, const std::vector<PlainListRecord>& records) {
  auto list = message.template initRoot<ListOfRecords>().initRecords(
      static_cast<std::uint32_t>(records.size()));
  const PlainListRecord* from = records.data();
  for (auto record : list) {
    record.setId(from->id);
    record.setScore(from->score);
    record.setCount(from->count);
    record.setKind(from->kind);
    record.setFlag(from->flag);
    record.setName(from->name);
    ++from;
  }
}

}  // namespace capstan::bench
