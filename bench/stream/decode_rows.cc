// SPDX-License-Identifier: Apache-2.0
// Decode: a stream of 10,000 framed records of data A in memory.
#include <string>

#include "bench/support/records.h"
#include "bench/support/row.h"
#include "benchmark.capnp.h"
#include "capstan/codec/memory_stream.h"
#include "capstan/message/decoder.h"
#include "capstan/message/marshal.h"
#include "capstan/message/message_builder.h"

namespace capstan::bench {
namespace {

using benchmarks::BenchmarkA;

constexpr std::size_t kDecodeMessages = 10'000;

std::string recordStream() {
  std::string stream;
  MessageBuilder message;
  for (std::size_t i = 0; i < kDecodeMessages; ++i) {
    message.reset();
    fill(message.initRoot<BenchmarkA>(), records()[i % records().size()]);
    appendTo(message, stream);
  }
  return stream;
}

// Reads the whole stream in the way of a row. Returns: whether every record is right.
template <typename NextRecord>
bool readsRecords(NextRecord next) {
  for (std::size_t i = 0; i < kDecodeMessages; ++i) {
    if (!equals(next(), records()[i % records().size()])) return false;
  }
  return true;
}

void addStreamRow() {
  addRow("Decode", [](benchmark::State& state) {
    const std::string stream = recordStream();
    MemorySource once{Bytes(stream)};
    Decoder sample(once);
    const auto next = [&] {
      const absl::StatusOr<bool> got = sample.next();
      return got.ok() && *got ? sample.getRoot<BenchmarkA>() : BenchmarkA::Reader();
    };
    if (!check(state, readsRecords(next), "a record read back differs")) return;
    bool sound = true;
    measure(state, stream.size(), [&] {
      MemorySource source{Bytes(stream)};
      Decoder decoder(source);
      std::size_t messages = 0;
      for (;;) {
        const absl::StatusOr<bool> got = decoder.next();
        if (!got.ok() || !*got) break;
        auto root = decoder.getRoot<BenchmarkA>();
        benchmark::DoNotOptimize(root);
        ++messages;
      }
      sound &= messages == kDecodeMessages && decoder.message().status().ok();
    });
    check(state, sound, "not all messages came");
  });
}

void addInPlaceRow() {
  addRow("Decode/InPlace", [](benchmark::State& state) {
    const std::string stream = recordStream();
    MessageReader reader;
    Bytes left(stream);
    const auto next = [&] {
      std::size_t used = 0;
      if (!reader.reopenPrefix(left, used).ok()) return BenchmarkA::Reader();
      left = left.from(used);
      return reader.getRoot<BenchmarkA>();
    };
    if (!check(state, readsRecords(next), "a record read back differs")) return;
    bool sound = true;
    measure(state, stream.size(), [&] {
      std::size_t messages = 0;
      Bytes rest(stream);
      while (!rest.empty()) {
        std::size_t used = 0;
        if (!reader.reopenPrefix(rest, used).ok()) break;
        rest = rest.from(used);
        auto root = reader.getRoot<BenchmarkA>();
        benchmark::DoNotOptimize(root);
        ++messages;
      }
      sound &= messages == kDecodeMessages && !reader.fault();
    });
    check(state, sound, "not all messages came");
  });
}

void addRows() {
  addStreamRow();
  addInPlaceRow();
}

const Rows kRows(addRows);

}  // namespace
}  // namespace capstan::bench
