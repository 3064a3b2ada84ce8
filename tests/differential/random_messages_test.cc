// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "tests/differential/compare.h"
#include "tests/differential/damage.h"
#include "tests/differential/random_typed_message.h"
#include "tests/differential/segment_cuts.h"

namespace capstan {
namespace {

using support::Random;
using support::Words;

// The number of messages: CAPSTAN_MESSAGES, or what a default run has time for.
std::uint64_t messageCount() {
  const char* given = std::getenv("CAPSTAN_MESSAGES");
  return given == nullptr ? 20000 : std::strtoull(given, nullptr, 10);
}

// The words of a message, to print with a failure.
std::string dump(std::span<const Words> segments) {
  std::string text;
  for (const Words& segment : segments) {
    text += "segment\n";
    for (const std::uint64_t word : segment) {
      char line[20];
      std::snprintf(line, sizeof(line), "%016lx\n", static_cast<unsigned long>(word));
      text += line;
    }
  }
  return text;
}

CompareLimits limitsOf(Random& random) {
  CompareLimits limits = {.comparesPresence = false};
  if (random.below(8) == 0) limits.traversalWords = 1 + random.below(300);
  if (random.below(8) == 0) limits.nesting = static_cast<std::uint16_t>(1 + random.below(8));
  return limits;
}

// Each message is built once, read whole, then damaged in several ways, each from the whole again.
TEST(RandomMessages, ReadAsTheReferenceReadsThem) {
  CAPSTAN_REQUIRE_REFERENCE_OR_SKIP();
  constexpr int kDamaged = 7;
  Random random;
  const std::uint64_t count = messageCount();
  const std::vector<const StructTable*> tables = rootTables();
  CompareTally tally;
  std::uint64_t done = 0;
  while (done < count) {
    const std::uint64_t type = random.below(tables.size());
    SegmentCuts cuts(
        static_cast<std::uint32_t>(random.below(3) == 0 ? 4000 : 1 + random.below(40)));
    MessageBuilder message(cuts.options());
    RandomTypedMessage(random, tables).fillStruct(message.root(), *tables[type], 3);
    const std::vector<Words> whole = wordsOf(message);
    const std::vector<WordPlace> pointers = pointerWordsOf(whole);
    for (int i = 0; i <= kDamaged; ++i, ++done) {
      std::vector<Words> segments = whole;
      if (i != 0) damage(segments, pointers, random);
      const CompareLimits limits = i == 0 ? CompareLimits() : limitsOf(random);
      const std::string difference = compareReads(type, segments, limits, tally);
      ASSERT_EQ(difference, "") << rootTypes()[type].name << ", message " << done << ", budget "
                                << limits.traversalWords << ", nesting " << limits.nesting << "\n"
                                << dump(segments);
    }
  }
  std::printf("%lu messages: %lu reads, %lu faults and %lu limits on both sides\n",
              static_cast<unsigned long>(done), static_cast<unsigned long>(tally.reads),
              static_cast<unsigned long>(tally.faults), static_cast<unsigned long>(tally.limits));
  EXPECT_GT(tally.faults, tally.reads / 1000);
  EXPECT_GT(tally.limits, done / 1000);
  for (std::size_t i = 0; i < kQuirkCount; ++i) {
    std::printf("quirk \"%s\": %lu\n", kQuirks[i].name.data(),
                static_cast<unsigned long>(tally.quirks[i]));
  }
}

}  // namespace
}  // namespace capstan
