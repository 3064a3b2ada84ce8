// SPDX-License-Identifier: Apache-2.0
#include "bench/support/list_records.h"

#include <random>

namespace capstan::bench {

std::vector<PlainListRecord> makeListRecords(std::uint32_t size) {
  std::mt19937_64 random(1234);
  std::vector<PlainListRecord> made(size);
  for (PlainListRecord& record : made) {
    record.id = random();
    record.score = std::uniform_real_distribution<double>(0, 1000)(random);
    record.count = static_cast<std::uint32_t>(random());
    record.kind = static_cast<std::uint16_t>(random());
    record.flag = random() % 2 == 1;
    record.name.assign(4 + random() % 16, static_cast<char>('a' + random() % 26));
  }
  return made;
}

std::uint64_t sumOfRecords(const std::vector<PlainListRecord>& records) {
  std::uint64_t sum = 0;
  for (const PlainListRecord& record : records) {
    sum += share(record.id, record.score, record.count, record.kind, record.flag,
                 record.name.size(), record.name[0]);
  }
  return sum;
}

}  // namespace capstan::bench
