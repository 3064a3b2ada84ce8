// SPDX-License-Identifier: Apache-2.0
// Scaling: each family is a row per size, with items per second in its own unit.
#include <string>

#include "bench/support/growth.h"
#include "bench/support/list_records.h"
#include "bench/support/policies.h"
#include "bench/support/row.h"
#include "benchmark.capnp.h"
#include "benchmark_lists.capnp.h"
#include "capstan/message/marshal.h"
#include "capstan/message/message_builder.h"
#include "capstan/message/message_reader.h"

namespace capstan::bench {
namespace {

using benchmarks::AllocBenchmark;
using benchmarks::ListOfRecords;

// A field takes a pointer and a word of text, the message 24 bytes more.
constexpr std::uint32_t fieldsOfMessage(std::uint64_t bytes) {
  return static_cast<std::uint32_t>((bytes - 24) / 16);
}

void buildFields(MessageBuilder& message, std::uint32_t fields) {
  auto list = message.initRoot<AllocBenchmark>().initFields(fields);
  for (auto field : list) field.setStringValue(kGrowthText);
}

std::uint64_t readFields(AllocBenchmark::Reader root) {
  std::uint64_t bytes = 0;
  for (auto field : root.getFields()) bytes += field.getStringValue().size();
  return bytes;
}

void buildBytes(benchmark::State& state) {
  const auto bytes = static_cast<std::uint64_t>(state.range(0));
  MessageBuilder message;
  measure(state, bytes, [&] {
    message.reset();
    buildFields(message, fieldsOfMessage(bytes));
  });
  const std::uint64_t expected = fieldsOfMessage(bytes) * std::uint64_t{7};
  check(state, readFields(message.getRootReader<AllocBenchmark>()) == expected,
        "the message is not right");
}

// Opens `framed` and reads it all, once per run.
void measureReads(benchmark::State& state, const std::string& framed, std::uint64_t expected) {
  MessageReader reader({.maxMessageWords = std::uint64_t{1} << 28});
  bool sound = true;
  measure(state, framed.size(), [&] {
    sound &= reader.reopen(framed).ok();
    sound &= readFields(reader.getRoot<AllocBenchmark>()) == expected;
  });
  check(state, sound && !reader.fault(), "what was read is not right");
}

void readBytes(benchmark::State& state) {
  const std::uint32_t fields = fieldsOfMessage(static_cast<std::uint64_t>(state.range(0)));
  std::string framed;
  {
    MessageBuilder message(kPolicies[0].options());
    buildFields(message, fields);
    appendTo(message, framed);
  }
  measureReads(state, framed, fields * std::uint64_t{7});
}

// Segments of 512 bytes: 63 words, of which most hold texts that other segments point to.
ArenaOptions manySegments() {
  ArenaOptions options;
  options.firstSegmentWords = 63;
  options.maxSegmentWords = 63;
  return options;
}

// Builds fields until the message has `segments` segments.
std::uint32_t fieldsOfSegments(std::uint32_t segments) {
  std::uint32_t fields = 1;
  for (;; ++fields) {
    MessageBuilder message(manySegments());
    buildFields(message, fields);
    if (message.arena().segmentCount() >= segments) return fields;
    if (segments > 8) fields += segments / 8;
  }
}

void buildSegments(benchmark::State& state) {
  const std::uint32_t fields = fieldsOfSegments(static_cast<std::uint32_t>(state.range(0)));
  MessageBuilder message(manySegments());
  measure(state, 0, [&] {
    message.reset();
    buildFields(message, fields);
  });
  state.counters["segments"] = message.arena().segmentCount();
  state.SetItemsProcessed(state.iterations() * std::int64_t{message.arena().segmentCount()});
}

void readSegments(benchmark::State& state) {
  const std::uint32_t fields = fieldsOfSegments(static_cast<std::uint32_t>(state.range(0)));
  std::string framed;
  {
    MessageBuilder message(manySegments());
    buildFields(message, fields);
    appendTo(message, framed);
  }
  measureReads(state, framed, fields * std::uint64_t{7});
}

template <typename Wide>
void setNumbers(Wide root, std::int64_t count) {
  if (count > 0) root.setU0(1);
  if (count > 1) root.setU1(2);
  if (count > 2) root.setU2(3);
  if (count > 3) root.setU3(4);
  if (count > 4) root.setU4(5);
  if (count > 5) root.setU5(6);
  if (count > 6) root.setU6(7);
  if (count > 7) root.setU7(8);
}

template <typename Wide>
void setTexts(Wide root, std::int64_t count) {
  if (count > 0) root.setT0("a");
  if (count > 1) root.setT1("ab");
  if (count > 2) root.setT2("abc");
  if (count > 3) root.setT3("abcd");
  if (count > 4) root.setT4("abcde");
  if (count > 5) root.setT5("abcdef");
  if (count > 6) root.setT6("abcdefg");
  if (count > 7) root.setT7("abcdefgh");
}

void setFields(benchmark::State& state) {
  const std::int64_t fields = state.range(0);
  MessageBuilder message;
  measure(state, 0, [&] {
    message.reset();
    auto root = message.initRoot<benchmarks::Wide>();
    setNumbers(root, fields / 2);
    setTexts(root, fields / 2);
  });
}

void buildRecords(benchmark::State& state) {
  const auto records = makeListRecords(static_cast<std::uint32_t>(state.range(0)));
  MessageBuilder message;
  measure(state, 0, [&] {
    message.reset();
    buildList<ListOfRecords>(message, records);
  });
  const auto list = message.getRootReader<ListOfRecords>().getRecords();
  check(state, sumOfList(list) == sumOfRecords(records), "the list is not right");
}

void readRecords(benchmark::State& state) {
  const auto records = makeListRecords(static_cast<std::uint32_t>(state.range(0)));
  const std::uint64_t expected = sumOfRecords(records);
  std::string framed;
  {
    MessageBuilder message(kPolicies[0].options());
    buildList<ListOfRecords>(message, records);
    appendTo(message, framed);
  }
  MessageReader reader;
  bool sound = true;
  measure(state, 0, [&] {
    sound &= reader.reopen(framed).ok();
    sound &= sumOfList(reader.getRoot<ListOfRecords>().getRecords()) == expected;
  });
  check(state, sound && !reader.fault(), "the sum is wrong");
}

// Each thread builds messages of its own, whose extra segments come from the one pool.
void buildOnThreads(benchmark::State& state) {
  MessageBuilder message;
  for (auto _ : state) {
    message.reset();
    buildFields(message, 4096);
    benchmark::ClobberMemory();
  }
}

void addRows() {
  for (std::int64_t bytes = 64; bytes <= 64 << 20; bytes *= 8) {
    addRow("Scaling/BuildBytes", buildBytes)->Arg(bytes);
    addRow("Scaling/ReadBytes", readBytes)->Arg(bytes);
  }
  addRow("Scaling/BuildBytes", buildBytes)->Arg(64 << 20);
  addRow("Scaling/ReadBytes", readBytes)->Arg(64 << 20);
  for (const std::int64_t segments : {1, 7, 31, 127, 511}) {
    addRow("Scaling/BuildSegments", buildSegments)->Arg(segments);
    addRow("Scaling/ReadSegments", readSegments)->Arg(segments);
  }
  for (std::int64_t fields = 2; fields <= 16; fields += 2) {
    addRow("Scaling/SetFields", setFields)->Arg(fields);
  }
  for (std::int64_t size = 1; size <= 100000; size *= 10) {
    addRow("Scaling/BuildList", buildRecords)->Arg(size);
    addRow("Scaling/ReadList", readRecords)->Arg(size);
  }
  for (const int threads : {1, 2}) {
    addRow("Scaling/Threads", buildOnThreads)->Threads(threads)->UseRealTime();
  }
}

const Rows kRows(addRows);

}  // namespace
}  // namespace capstan::bench
