// SPDX-License-Identifier: Apache-2.0
// Random messages, damaged at random: reading everything neither crashes nor goes on for ever, and
// a copy of what was read is a good message.
#include <gtest/gtest.h>

#include <vector>

#include "capstan/message/marshal.h"
#include "capstan/message/message_reader.h"
#include "tests/hostile/random_message.h"
#include "tests/hostile/walk.h"
#include "tests/support/decoder_matrix.h"

namespace capstan {
namespace {

using support::Random;

// Small, so that cycles end soon.
constexpr ReaderOptions kSmallBudget = {.traversalLimitWords = 20'000};

std::vector<std::byte> randomBytes(Random& random, const ArenaOptions& options) {
  MessageBuilder message(options);
  RandomMessage(random).fillRoot(message.root());
  const auto bytes = marshal(message);
  return {bytes->bytes().begin(), bytes->bytes().end()};
}

void walkEverything(std::span<const std::byte> bytes) {
  MessageReader reader(kSmallBudget);
  if (!reader.reopen(bytes).ok()) return;
  Walk(Walk::Manner::kInEveryWay).pointer(reader.root());
  EXPECT_LE(reader.budgetWords(), kSmallBudget.traversalLimitWords);
}

// Copies the message, faulty as it is, and walks the copy.
void copyAndWalk(std::span<const std::byte> bytes) {
  MessageReader reader(kSmallBudget);
  if (!reader.reopen(bytes).ok()) return;
  MessageBuilder copy;
  copy.root().setPointer(reader.root());
  const auto copied = marshal(copy);
  MessageReader check(
      ReaderOptions{.traversalLimitWords = kUnlimited, .nestingLimit = kUnlimitedDepth});
  ASSERT_TRUE(check.reopen(*copied).ok());
  Walk(Walk::Manner::kAsItIs).pointer(check.root());
  EXPECT_TRUE(check.status().ok()) << check.status();
}

// A change of a word that is likely to matter: a flipped bit, a small step of an offset or a count.
void damage(std::span<std::byte> bytes, Random& random) {
  const std::size_t at = random.below(bytes.size());
  switch (random.below(3)) {
    case 0:
      bytes[at] ^= static_cast<std::byte>(1u << random.below(8));
      return;
    case 1:
      bytes[at] = static_cast<std::byte>(random.next());
      return;
    default:
      bytes[at] =
          static_cast<std::byte>(static_cast<unsigned>(bytes[at]) + (random.flip() ? 1 : 255));
  }
}

TEST(RandomDamage, WholeMessagesReadAsTheyWereBuilt) {
  Random random;
  for (int round = 0; round < 300; ++round) {
    MessageBuilder message(round % 2 == 0 ? manySegments() : ArenaOptions{});
    RandomMessage(random).fillRoot(message.root());
    Walk built(Walk::Manner::kAsItIs);
    built.pointer(message.root().asReader());
    const auto bytes = marshal(message);
    MessageReader reader;
    ASSERT_TRUE(reader.reopen(*bytes).ok());
    Walk read(Walk::Manner::kAsItIs);
    read.pointer(reader.root());
    EXPECT_EQ(read.sum(), built.sum()) << "round " << round;
    EXPECT_TRUE(reader.status().ok()) << reader.status();
  }
}

TEST(RandomDamage, DamagedMessagesAreWalkedToTheEnd) {
  Random random;
  for (int round = 0; round < 600; ++round) {
    const auto bytes = randomBytes(random, round % 2 == 0 ? manySegments() : ArenaOptions{});
    support::GuardedRegion region(bytes.size() + 8);
    for (int i = 0; i < 50; ++i) {
      const auto placed = region.placeAtEnd(bytes, random.below(8));
      for (std::uint64_t n = 1 + random.below(4); n > 0; --n) damage(placed, random);
      walkEverything(placed);
    }
  }
}

TEST(RandomDamage, EveryBitOfASmallMessage) {
  Random random;
  for (int round = 0; round < 10; ++round) {
    auto bytes = randomBytes(random, manySegments());
    if (bytes.size() > 600) continue;
    support::forEveryBitFlip(bytes, walkEverything);
  }
}

TEST(RandomDamage, EveryTruncationOfTheSegments) {
  Random random;
  for (int round = 0; round < 20; ++round) {
    MessageBuilder message;
    RandomMessage(random).fillRoot(message.root());
    const auto segment = message.segments()[0];
    support::forEveryTruncation(segment, [](std::span<const std::byte> part) {
      if (part.size() % kBytesPerWord != 0) return;
      MessageReader reader(kSmallBudget);
      ASSERT_TRUE(reader.reopenFlat(part).ok());
      Walk(Walk::Manner::kInEveryWay).pointer(reader.root());
    });
  }
}

TEST(RandomDamage, ACopyOfADamagedMessageIsWhole) {
  Random random;
  for (int round = 0; round < 400; ++round) {
    const auto bytes = randomBytes(random, round % 2 == 0 ? manySegments() : ArenaOptions{});
    support::GuardedRegion region(bytes.size() + 8);
    for (int i = 0; i < 30; ++i) {
      const auto placed = region.placeAtEnd(bytes, random.below(8));
      for (std::uint64_t n = 1 + random.below(4); n > 0; --n) damage(placed, random);
      copyAndWalk(placed);
    }
  }
}

}  // namespace
}  // namespace capstan
