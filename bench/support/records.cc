// SPDX-License-Identifier: Apache-2.0
#include "bench/support/records.h"

#include <array>
#include <random>

namespace capstan::bench {
namespace {

constexpr std::size_t kRecords = 1000;

std::string hexCharacters(std::mt19937_64& random, int count) {
  std::string text;
  while (count-- > 0) text.push_back("0123456789abcdef"[random() % 16]);
  return text;
}

std::vector<Record> makeRecords() {
  std::mt19937_64 random(42);
  std::vector<Record> made(kRecords);
  for (Record& record : made) {
    record.name = hexCharacters(random, 16);
    record.birthDay = static_cast<std::int64_t>(random() >> 1);
    record.phone = hexCharacters(random, 10);
    record.siblings = static_cast<std::int32_t>(random() % 5);
    record.spouse = random() % 2 == 1;
    record.money = std::uniform_real_distribution<double>(0, 1)(random);
  }
  return made;
}

std::array<std::uint16_t, kPicks> makeIndexes() {
  std::mt19937_64 random(7);
  std::array<std::uint16_t, kPicks> made;
  for (std::uint16_t& index : made) index = static_cast<std::uint16_t>(random() % kRecords);
  return made;
}

}  // namespace

const std::vector<Record>& records() {
  static const std::vector<Record> kMade = makeRecords();
  return kMade;
}

const std::uint16_t* recordIndexes() {
  static const std::array<std::uint16_t, kPicks> kMade = makeIndexes();
  return kMade.data();
}

}  // namespace capstan::bench
