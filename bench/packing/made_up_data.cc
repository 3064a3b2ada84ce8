// SPDX-License-Identifier: Apache-2.0
#include "bench/packing/made_up_data.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <span>
#include <string>
#include <string_view>

#include "addressbook.capnp.h"
#include "benchmark.capnp.h"

namespace capstan::bench {
namespace {

using Numbers = std::mt19937_64;

// The words of a kind of text, and how many of them a text has.
struct Vocabulary {
  std::span<const std::string_view> words;
  std::size_t mostWords;
};

constexpr std::string_view kNames[] = {"Ada",  "Birgit", "Chen",   "Dimitri", "street",
                                       "road", "12",     "4711",   "Oslo",    "Lima",
                                       "of",   "the",    "Harbour"};
constexpr std::string_view kProse[] = {
    "a",    "in",    "it",      "was",     "over",     "that",      "water",         "morning",
    "said", "which", "between", "nothing", "remember", "beginning", "understanding", "themselves"};

Vocabulary vocabulary(Make make) {
  if (make == Make::kForTuning) return {kNames, 6};
  return {kProse, 100};
}

std::string makeText(const Vocabulary& from, Numbers& random) {
  std::string text;
  for (std::size_t left = 1 + random() % from.mostWords; left != 0; --left) {
    text += from.words[random() % from.words.size()];
    if (left != 1) text += random() % 8 == 0 ? ", " : " ";
  }
  return text;
}

// Any number of 0 to 64 bits, each number of bits as often as another.
std::uint64_t anyMagnitude(Numbers& random) {
  const std::uint64_t bits = random() % 65;
  return bits == 0 ? 0 : random() >> (64 - bits);
}

void setForTuning(benchmarks::FourWords::Builder row, Numbers& random) {
  row.setA(anyMagnitude(random));
  row.setB(anyMagnitude(random));
  row.setC(anyMagnitude(random));
  row.setD(anyMagnitude(random));
}

void setReading(benchmarks::FourWords::Builder row, std::uint64_t index, Numbers& random) {
  constexpr std::uint64_t kStartNanoseconds = 1'600'000'000'000'000'000;
  row.setA(kStartNanoseconds + index * 10'000'000 + random() % 100'000);
  row.setB(index);
  row.setC(random() % 900 | (random() % 40) << 32);
  row.setD(random() % 4 == 0 ? random() % 8 : 0);
}

double fractionFor(Make make, Numbers& random) {
  const double fraction = static_cast<double>(random() >> 11) / 9007199254740992.0;
  return make == Make::kForTuning ? fraction : std::round(fraction * 40'000) / 100 - 50;
}

}  // namespace

std::vector<std::byte> textHeavy(Make make) {
  Numbers random(11);
  const Vocabulary from = vocabulary(make);
  std::vector<std::string> texts;
  for (std::size_t bytes = 0; bytes < kMadeUpBytes;) {
    texts.push_back(makeText(from, random));
    bytes += 2 * kBytesPerWord + texts.back().size();
  }
  return segmentOf([&](MessageBuilder& message) {
    auto fields = message.initRoot<benchmarks::AllocBenchmark>().initFields(
        static_cast<std::uint32_t>(texts.size()));
    const std::string* next = texts.data();
    for (auto field : fields) field.setStringValue(*next++);
  });
}

std::vector<std::byte> numeric(Make make) {
  Numbers random(12);
  constexpr std::uint32_t kRows = kMadeUpBytes / 2 / (4 * kBytesPerWord);
  constexpr std::uint32_t kFractions = kMadeUpBytes / 2 / kBytesPerWord;
  return segmentOf([&](MessageBuilder& message) {
    auto root = message.initRoot<benchmarks::SmallRoot>();
    std::uint64_t index = 0;
    for (auto row : root.getFirst().initAs<List<benchmarks::FourWords>>(kRows)) {
      if (make == Make::kForTuning) {
        setForTuning(row, random);
      } else {
        setReading(row, index++, random);
      }
    }
    auto fractions = root.getSecond().initAs<List<double>>(kFractions);
    for (std::uint32_t i = 0; i < kFractions; ++i) fractions.set(i, fractionFor(make, random));
  });
}

std::vector<std::byte> people() {
  Numbers random(13);
  constexpr std::uint32_t kPeople = kMadeUpBytes / 220;
  return segmentOf([&](MessageBuilder& message) {
    auto book = message.initRoot<addressbook::AddressBook>();
    for (auto person : book.initPeople(kPeople)) {
      person.setId(static_cast<std::uint32_t>(random() % 1'000'000));
      person.setName(makeText({kNames, 3}, random));
      person.setEmail(makeText({kNames, 2}, random) + "@example.com");
      for (auto phone : person.initPhones(static_cast<std::uint32_t>(random() % 4))) {
        phone.setNumber(std::to_string(random() % 10'000'000'000));
      }
      if (random() % 2 == 0) person.getEmployment().setEmployer(makeText({kNames, 4}, random));
    }
  });
}

std::vector<std::byte> randomTags() {
  Numbers random(14);
  std::vector<std::byte> bytes(kMadeUpBytes);
  for (std::byte& byte : bytes) {
    const std::uint64_t throws = random();
    if (throws % 2 == 0) byte = static_cast<std::byte>(1 + (throws >> 8) % 255);
  }
  return bytes;
}

std::vector<std::byte> randomBytes() {
  Numbers random(5);
  std::vector<std::byte> noise(kMadeUpBytes);
  for (std::byte& byte : noise) byte = static_cast<std::byte>(random());
  return noise;
}

std::vector<std::byte> repeats() {
  const unsigned char once[] = {
      1, 2, 3, 4, 5, 6, 0, 0, 0, 0, 7, 8, 9, 1, 2, 3,  //
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  //
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  //
      4, 0, 5, 0, 6, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8,  //
      8, 7, 6, 5, 4, 3, 2, 1, 9, 8, 7, 6, 5, 4, 3, 2,
  };
  constexpr std::size_t kTimes = 128;
  std::vector<std::byte> words(kTimes * sizeof(once));
  for (std::size_t i = 0; i < kTimes; ++i)
    std::memcpy(words.data() + i * sizeof(once), once, sizeof(once));
  return words;
}

}  // namespace capstan::bench
