// SPDX-License-Identifier: Apache-2.0
// Segments of about a MiB that are made up. Those of another `Make` have other numbers in them, in
// other orders of magnitude, and other words in texts of other lengths.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "capstan/message/message_builder.h"

namespace capstan::bench {

inline constexpr std::size_t kMadeUpBytes = 1 << 20;

enum class Make { kForTuning, kForReporting };

// The one segment of what `build` builds.
template <typename Build>
std::vector<std::byte> segmentOf(Build build) {
  MessageBuilder message({.growth = GrowthPolicy::kSingleSegment});
  build(message);
  const auto segment = message.segments()[0];
  return {segment.begin(), segment.end()};
}

// A list of structs with a text in each: for tuning names and addresses of a few words, for
// reporting lines and paragraphs of up to a hundred.
std::vector<std::byte> textHeavy(Make make);

// Structs of four numbers and a list of floating point numbers: for tuning numbers of any
// magnitude and fractions, for reporting what a sensor writes down (times that go on, counters,
// codes, flags; decimal values).
std::vector<std::byte> numeric(Make make);

// Address book entries, most of their fields set.
std::vector<std::byte> people();

// Words with a random tag each, every byte of a word being zero or not by the throw of a coin.
std::vector<std::byte> randomTags();

// Random bytes.
std::vector<std::byte> randomBytes();

// 128 times: two words of 6 bytes, four zero words, a word of 3 bytes, a full word, two more of its
// run.
std::vector<std::byte> repeats();

}  // namespace capstan::bench
