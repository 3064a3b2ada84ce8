// SPDX-License-Identifier: Apache-2.0
// TextMovementBetweenSegments: a list of texts is built in one message over a caller's buffer and
// set into another: a deep copy. The floor is the bytes copied twice.
#include "bench/message/text_movement.h"

#include <cstring>

#include "bench/support/row.h"
#include "benchmark.capnp.h"
#include "capstan/message/message_builder.h"

namespace capstan::bench {
namespace {

ArenaOptions over(std::vector<std::byte>& buffer) {
  ArenaOptions options;
  options.growth = GrowthPolicy::kFixed;
  options.firstSegment = buffer;
  return options;
}

void addCapstanRow() {
  addRow("TextMovementBetweenSegments", [](benchmark::State& state) {
    const std::vector<std::string> texts = movedTexts();
    std::vector<std::byte> firstBuffer(kMovementBufferBytes);
    std::vector<std::byte> secondBuffer(kMovementBufferBytes);
    MessageBuilder first(over(firstBuffer));
    MessageBuilder second(over(secondBuffer));
    measure(state, kMovedTexts * kMovedTextBytes, [&] {
      second.reset();
      auto list = second.initRoot<List<Text>>(texts.size());
      for (std::uint32_t i = 0; i < list.size(); ++i) list.set(i, texts[i]);
      first.reset();
      first.initRoot<benchmarks::HoldsText>().setLst(list.asReader());
    });
    const auto moved = first.getRootReader<benchmarks::HoldsText>().getLst();
    check(state, holdsMovedTexts(moved, texts) && !first.arena().fault() && !second.arena().fault(),
          "the texts differ");
  });
}

void addFloorRow() {
  addRow("TextMovementBetweenSegments/raw=two_copies", [](benchmark::State& state) {
    const std::vector<std::string> texts = movedTexts();
    std::vector<char> firstBuffer(kMovementBufferBytes);
    std::vector<char> secondBuffer(kMovementBufferBytes);
    measure(state, kMovedTexts * kMovedTextBytes, [&] {
      char* to = secondBuffer.data();
      for (const std::string& text : texts) {
        std::memcpy(to, text.data(), kMovedTextBytes);
        to += kMovedTextBytes;
      }
      benchmark::ClobberMemory();
      std::memcpy(firstBuffer.data(), secondBuffer.data(), kMovedTexts * kMovedTextBytes);
      benchmark::DoNotOptimize(firstBuffer.data());
    });
  });
}

void addRows() {
  addCapstanRow();
  addFloorRow();
}

const Rows kRows(addRows);

}  // namespace
}  // namespace capstan::bench
