// SPDX-License-Identifier: Apache-2.0
#include "bench/packing/data_sets.h"

#include <algorithm>
#include <random>
#include <string_view>
#include <utility>

#include "bench/packing/made_up_data.h"
#include "bench/support/list_records.h"
#include "bench/yardstick/capstan_types.h"
#include "bench/yardstick/carsales_messages.h"
#include "bench/yardstick/catrank_messages.h"
#include "benchmark_lists.capnp.h"
#include "capstan/compiler/schema_parser.h"

namespace capstan::bench {
namespace {

std::vector<std::byte> requestFor(std::vector<std::string> files) {
  for (std::string& file : files) file.insert(0, CAPSTAN_BENCH_SCHEMAS "/");
  return segmentOf([&](MessageBuilder& message) {
    compiler::SchemaParser parser;
    if (!parser.parse(files, message).ok()) message.initRoot<Text>(1);
  });
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
  return {
      {"repeats", repeats()},
      {"text", textHeavy(Make::kForReporting)},
      {"numeric", numeric(Make::kForReporting)},
      {"request", requestFor({"capnp/schema.capnp", "yardstick.capnp"})},
      {"carsales", largestRequest<CarSales<CapstanTypes>>()},
      {"catrank", largestRequest<CatRank<CapstanTypes>>()},
      {"list", segmentOf([](MessageBuilder& message) {
         buildList<benchmarks::ListOfRecords>(message, makeListRecords(kListRecords));
       })},
      {"zeros", std::vector<std::byte>(kMadeUpBytes)},
      {"random", randomBytes()},
      {"tuning_people", people()},
      {"tuning_text", textHeavy(Make::kForTuning)},
      {"tuning_numeric", numeric(Make::kForTuning)},
      {"tuning_tags", randomTags()},
      {"tuning_request", requestFor({"benchmark.capnp", "addressbook.capnp"})},
  };
}

}  // namespace

const std::vector<DataSet>& dataSets() {
  static const std::vector<DataSet> kMade = make();
  return kMade;
}

bool hasRowsBySize(const DataSet& data) {
  constexpr std::string_view kOnes[] = {"text", "numeric", "carsales", "catrank"};
  return std::ranges::find(kOnes, data.name) != std::end(kOnes);
}

std::vector<std::vector<std::byte>> slices(const DataSet& of, std::size_t words) {
  constexpr std::size_t kSlices = 256;
  constexpr std::size_t kMostBytes = 4 << 20;
  std::mt19937_64 random(6);
  std::vector<std::vector<std::byte>> made(std::min(kSlices, kMostBytes / (words * 8)));
  for (std::vector<std::byte>& slice : made) {
    const std::size_t from = random() % (of.words.size() / 8 - words) * 8;
    slice.assign(of.words.begin() + static_cast<std::ptrdiff_t>(from),
                 of.words.begin() + static_cast<std::ptrdiff_t>(from + words * 8));
  }
  return made;
}

}  // namespace capstan::bench
