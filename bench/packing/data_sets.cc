// SPDX-License-Identifier: Apache-2.0
#include "bench/packing/data_sets.h"

#include <cstdint>
#include <cstring>
#include <random>
#include <utility>

#include "bench/support/list_records.h"
#include "bench/yardstick/capstan_types.h"
#include "bench/yardstick/carsales_messages.h"
#include "bench/yardstick/catrank_messages.h"
#include "benchmark_lists.capnp.h"
#include "capstan/compiler/schema_parser.h"
#include "capstan/message/message_builder.h"

namespace capstan::bench {
namespace {

constexpr std::size_t kMadeUpBytes = 1 << 20;

// The one segment of what `build` builds.
template <typename Build>
std::vector<std::byte> segmentOf(Build build) {
  MessageBuilder message({.growth = GrowthPolicy::kSingleSegment});
  build(message);
  const auto segment = message.segments()[0];
  return {segment.begin(), segment.end()};
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

void buildRequest(MessageBuilder& message) {
  const std::string schemas = CAPSTAN_BENCH_SCHEMAS;
  compiler::SchemaParser parser;
  const absl::Status parsed =
      parser.parse({schemas + "/capnp/schema.capnp", schemas + "/yardstick.capnp"}, message);
  if (!parsed.ok()) message.initRoot<Text>(1);
}

// The largest of the first requests of a yardstick's workload.
template <typename Case>
std::vector<std::byte> largestRequest() {
  constexpr int kRequests = 16;
  Random random(kRequests);
  std::vector<std::byte> largest;
  for (int i = 0; i < kRequests; ++i) {
    random.startIteration();
    std::vector<std::byte> request = segmentOf([&](MessageBuilder& message) {
      Case::setUp(random, message.initRoot<typename Case::Request>());
    });
    if (request.size() > largest.size()) largest = std::move(request);
  }
  return largest;
}

std::vector<DataSet> make() {
  std::mt19937_64 random(5);
  std::vector<std::byte> noise(kMadeUpBytes);
  for (std::byte& byte : noise) byte = static_cast<std::byte>(random());
  return {
      {"repeats", repeats()},
      {"request", segmentOf(buildRequest)},
      {"carsales", largestRequest<CarSales<CapstanTypes>>()},
      {"catrank", largestRequest<CatRank<CapstanTypes>>()},
      {"list", segmentOf([](MessageBuilder& message) {
         buildList<benchmarks::ListOfRecords>(message, makeListRecords(kListRecords));
       })},
      {"zeros", std::vector<std::byte>(kMadeUpBytes)},
      {"random", noise},
  };
}

}  // namespace

const std::vector<DataSet>& dataSets() {
  static const std::vector<DataSet> kMade = make();
  return kMade;
}

std::vector<std::vector<std::byte>> slices(const DataSet& of, std::size_t words) {
  constexpr std::size_t kSlices = 256;
  std::mt19937_64 random(6);
  std::vector<std::vector<std::byte>> made(kSlices);
  for (std::vector<std::byte>& slice : made) {
    const std::size_t from = random() % (of.words.size() / 8 - words) * 8;
    slice.assign(of.words.begin() + static_cast<std::ptrdiff_t>(from),
                 of.words.begin() + static_cast<std::ptrdiff_t>(from + words * 8));
  }
  return made;
}

}  // namespace capstan::bench
