// SPDX-License-Identifier: Apache-2.0
// The reference library on the same workloads, in the same run: in its default way and with a warm
// scratch segment, which is its fast one.
#include "bench/row.h"

#if CAPSTAN_HAVE_ORACLE_LIBRARY

#include <capnp/message.h>
#include <capnp/serialize.h>

#include <cstring>
#include <vector>

#include "bench/records.h"
#include "oracle/benchmark.capnp.h"

namespace capstan::bench {
namespace {

namespace peer = ::oracle::benchmarks;

constexpr std::uint32_t kFields = 65536;

// A scratch segment, zeroed once; the reference clears it again when a builder ends.
struct Scratch {
  explicit Scratch(std::size_t words) : memory(words) {
    std::memset(static_cast<void*>(memory.data()), 0, words * sizeof(capnp::word));
  }
  kj::ArrayPtr<capnp::word> words() { return {memory.data(), memory.size()}; }
  std::vector<capnp::word> memory;
};

// Adds a workload in both ways; `scratchWords` is the size of the warm scratch segment.
template <typename Build>
void addBuildRows(const std::string& name, std::uint64_t bytes, std::size_t scratchWords,
                  Build build) {
  addRow(name + "/reference=default", [=](benchmark::State& state) {
    measure(state, bytes, [&] {
      capnp::MallocMessageBuilder message;
      build(message);
    });
  });
  addRow(name + "/reference=scratch", [=](benchmark::State& state) {
    Scratch scratch(scratchWords);
    measure(state, bytes, [&] {
      capnp::MallocMessageBuilder message(scratch.words());
      build(message);
    });
  });
}

void buildSmall(capnp::MessageBuilder& message) {
  auto root = message.initRoot<peer::SmallRoot>();
  root.getFirst().initAs<peer::SmallText>().setText("1234567");
  auto words = root.getFirst().initAs<peer::FourWords>();
  benchmark::DoNotOptimize(words);
}

void buildGrowth(capnp::MessageBuilder& message) {
  auto fields = message.initRoot<peer::AllocBenchmark>().initFields(kFields);
  for (auto field : fields) field.setStringValue("1234567");
}

void getFirstSegment(capnp::MessageBuilder& message) {
  message.getRoot<capnp::AnyPointer>();
  auto segments = message.getSegmentsForOutput();
  benchmark::DoNotOptimize(segments);
}

void marshalRecord(capnp::MessageBuilder& message) {
  static RecordPicker picker;
  fill(message.initRoot<peer::BenchmarkA>(), picker.next());
  auto bytes = capnp::messageToFlatArray(message);
  benchmark::DoNotOptimize(bytes.begin());
}

std::vector<kj::Array<capnp::word>> framedRecords() {
  std::vector<kj::Array<capnp::word>> framed;
  for (const Record& record : records()) {
    capnp::MallocMessageBuilder message;
    fill(message.initRoot<peer::BenchmarkA>(), record);
    framed.push_back(capnp::messageToFlatArray(message));
  }
  return framed;
}

void addUnmarshalRow() {
  addRow("Unmarshal/reference=default", [](benchmark::State& state) {
    const std::vector<kj::Array<capnp::word>> framed = framedRecords();
    RecordPicker picker;
    bool same = true;
    measure(state, 0, [&] {
      const std::size_t index = picker.nextIndex();
      capnp::FlatArrayMessageReader reader(framed[index]);
      same &= equals(reader.getRoot<peer::BenchmarkA>(), records()[index]);
    });
    check(state, same, "a record read back differs");
  });
  addRow("Unmarshal/RootAlone/reference=default", [](benchmark::State& state) {
    const std::vector<kj::Array<capnp::word>> framed = framedRecords();
    RecordPicker picker;
    measure(state, 0, [&] {
      capnp::FlatArrayMessageReader reader(framed[picker.nextIndex()]);
      auto root = reader.getRoot<peer::BenchmarkA>();
      benchmark::DoNotOptimize(root);
    });
  });
}

}  // namespace

void addReferenceRows() {
  addBuildRows("MessageGetFirstSegment", 0, 128, getFirstSegment);
  addBuildRows("SmallMessage", 72, 128, buildSmall);
  addBuildRows("Growth", 24 + std::uint64_t{kFields} * 16, 3 + kFields * 2, buildGrowth);
  addBuildRows("Marshal", 0, 128, marshalRecord);
  addUnmarshalRow();
}

}  // namespace capstan::bench

#else

namespace capstan::bench {
void addReferenceRows() {}
}  // namespace capstan::bench

#endif
