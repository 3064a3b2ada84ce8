// SPDX-License-Identifier: Apache-2.0
// The arena's own rules: geometric growth, the largest number of segments, exact limits, what reset
// keeps, the caller's memory.
#include "capstan/arena/arena.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "capstan/arena/exhaustion.h"
#include "capstan/message/marshal.h"
#include "capstan/message/message_reader.h"
#include "tests/arena/refusing_upstream.h"

namespace capstan {
namespace {

constexpr std::uint64_t kFirstWords = 1023;

// Allocates `words` words one at a time.
void allocate(Arena& arena, std::uint64_t words) {
  arena.root();
  for (std::uint64_t i = 0; i < words; ++i) {
    Segment* segment = nullptr;
    arena.allocateSlow(1, segment);
  }
}

TEST(ArenaGrowth, SegmentsFillABucketHeaderRoomIncluded) {
  Arena arena;
  arena.root();
  EXPECT_EQ(arena.first().sizeWords() + arena.first().freeWords(), kFirstWords);
}

TEST(ArenaGrowth, IsGeometric) {
  Arena arena;
  allocate(arena, 1'000'000);
  EXPECT_LE(arena.segmentCount(), 12u);
  std::uint64_t before = 0;
  for (std::uint32_t id = 0; id + 1 < arena.segmentCount(); ++id) {
    const std::uint64_t words = arena.segment(id)->sizeWords();
    EXPECT_GE(words, before) << "segment " << id;
    EXPECT_EQ(arena.segment(id)->id, id);
    before += words;
  }
}

TEST(ArenaGrowth, StopsDoublingAtTheLargestSegment) {
  Arena arena({.maxSegmentWords = 2048});
  allocate(arena, 20'000);
  for (std::uint32_t id = 1; id < arena.segmentCount(); ++id) {
    EXPECT_LE(arena.segment(id)->sizeWords(), 2048u);
  }
}

TEST(ArenaGrowth, AnObjectAboveTheLargestSegmentGetsOneOfItsSize) {
  Arena arena({.maxSegmentWords = 16});
  arena.root();
  Segment* segment = nullptr;
  arena.allocateSlow(5000, segment);
  EXPECT_EQ(segment->id, 1u);
  EXPECT_GE(segment->sizeWords(), 5000u);
}

TEST(ArenaGrowth, TheLastOf511SegmentsTakesAllFurtherGrowth) {
  MessageBuilder message({.firstSegmentWords = 1, .maxSegmentWords = 1});
  constexpr std::uint32_t kTexts = 20'000;
  const ListBuilder list = message.root().initList(ElementSize::kPointer, kTexts);
  for (std::uint32_t i = 0; i < kTexts; ++i) {
    list.pointerAtUnchecked(i).setText(std::to_string(i));
  }
  EXPECT_EQ(message.arena().segmentCount(), kMaxSegmentsWritten);
  const auto bytes = marshal(message);
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(*bytes).ok()) << "what is written, the default reader takes";
  const ListReader read = reader.root().getList(ElementSize::kPointer);
  ASSERT_EQ(read.size(), kTexts);
  for (std::uint32_t i = 0; i < kTexts; ++i) {
    ASSERT_EQ(read.pointerAtUnchecked(i).getText(), std::to_string(i));
  }
  EXPECT_TRUE(reader.status().ok());
  message.reset();
  EXPECT_EQ(message.arena().segmentCount(), 1u);
}

TEST(ArenaGrowth, FirstSegmentSizesAreClamped) {
  for (const std::uint32_t words : {0u, 1u}) {
    Arena arena({.firstSegmentWords = words});
    EXPECT_NE(arena.root(), nullptr);
  }
  Arena huge({.firstSegmentWords = 0xFFFF'FFFF, .maxMessageWords = 10});
  EXPECT_EQ(huge.segmentCount(), 1u) << "nothing is taken before the first use";
}

class MessageLimit : public testing::TestWithParam<GrowthPolicy> {};

TEST_P(MessageLimit, IsReachedExactly) {
  for (const std::uint64_t most : {2u, 7u, 63u, 64u, 100u, 511u, 1000u, 1023u, 1024u, 5000u}) {
    alignas(8) static std::byte memory[8 * 6000];
    ArenaOptions options = {.growth = GetParam(), .firstSegmentWords = 1, .maxMessageWords = most};
    if (GetParam() == GrowthPolicy::kFixed) options.firstSegment = memory;
    Arena arena(options);
    allocate(arena, most - 1);
    EXPECT_EQ(arena.sizeWords(), most);
    Segment* segment = nullptr;
    EXPECT_THROW(arena.allocateSlow(1, segment), ArenaExhausted);
    EXPECT_EQ(arena.sizeWords(), most);
    arena.reset();
    allocate(arena, most - 1);
    EXPECT_EQ(arena.sizeWords(), most) << "after a reset the limit is the same";
  }
}

INSTANTIATE_TEST_SUITE_P(Policies, MessageLimit,
                         testing::Values(GrowthPolicy::kMultiSegment, GrowthPolicy::kSingleSegment,
                                         GrowthPolicy::kFixed));

TEST(MessageLimitOfZero, IsExhaustionAtOnce) {
  Arena arena({.maxMessageWords = 0});
  EXPECT_THROW(arena.root(), ArenaExhausted);
  EXPECT_FALSE(arena.reserve(1));
}

TEST(SingleSegment, NeverMoves) {
  Arena arena({.growth = GrowthPolicy::kSingleSegment});
  const std::byte* root = arena.root();
  allocate(arena, 1'000'000);
  EXPECT_EQ(arena.root(), root);
  EXPECT_EQ(arena.segmentCount(), 1u);
  EXPECT_NE(arena.headerRoom(), nullptr);
}

TEST(SingleSegment, ReserveBytesIsTheEnd) {
  Arena arena({.growth = GrowthPolicy::kSingleSegment, .reserveBytes = 1 << 20});
  arena.root();
  Segment* segment = nullptr;
  EXPECT_THROW(allocate(arena, 10'000'000), ArenaExhausted);
  const std::uint64_t words = arena.sizeWords();
  EXPECT_GE(words, (std::size_t{1} << 20) / 8 - 1);
  EXPECT_THROW(arena.allocateSlow(1, segment), ArenaExhausted);
  arena.reset();
  EXPECT_EQ(arena.sizeWords(), 1u);
}

TEST(SingleSegment, AFirstSegmentAboveReserveBytesIsCutToThem) {
  Arena arena({.growth = GrowthPolicy::kSingleSegment,
               .firstSegmentWords = 4 << 20,
               .reserveBytes = 1 << 20});
  EXPECT_NE(arena.root(), nullptr);
}

TEST(ArenaReset, KeepsTheFirstSegmentHot) {
  Arena arena;
  const std::byte* root = arena.root();
  for (int round = 0; round < 100; ++round) {
    allocate(arena, 500);
    arena.reset();
    EXPECT_EQ(arena.root(), root);
  }
}

std::uint64_t firstCapacity(Arena& arena) {
  arena.root();
  return arena.first().sizeWords() + arena.first().freeWords();
}

TEST(ArenaReset, AnOutgrownFirstSegmentComesBackABucketLarger) {
  Arena arena;
  allocate(arena, 1100);
  EXPECT_EQ(arena.segmentCount(), 2u);
  arena.reset();
  EXPECT_EQ(firstCapacity(arena), 2047u);
  allocate(arena, 1100);
  EXPECT_EQ(arena.segmentCount(), 1u);
  arena.reset();
  EXPECT_EQ(firstCapacity(arena), 2047u);
}

TEST(ArenaReset, AFirstSegmentThatMayNotGrowIsWholeAgain) {
  Arena arena({.firstSegmentWords = 63, .maxFirstSegmentWords = 63, .maxMessageWords = 100});
  for (int i = 0; i < 3; ++i) {
    arena.root();
    const std::byte* first = arena.first().begin;
    ASSERT_EQ(arena.first().freeWords(), 62u);
    Segment* segment = nullptr;
    ASSERT_NE(arena.first().tryAllocate(10), nullptr);
    ASSERT_NE(arena.allocateSlow(70, segment), nullptr);
    EXPECT_EQ(arena.segmentCount(), 2u);
    arena.reset();
    EXPECT_EQ(arena.first().begin, first);
  }
}

TEST(ArenaReset, ALargeFirstSegmentDecaysAfterARunOfSmallMessages) {
  Arena arena;
  for (int round = 0; round < 8; ++round) {
    allocate(arena, 30'000);
    arena.reset();
  }
  const std::uint64_t large = firstCapacity(arena);
  EXPECT_GE(large, 30'000u);
  for (int round = 0; round < 200; ++round) {
    allocate(arena, 10);
    arena.reset();
  }
  EXPECT_LE(firstCapacity(arena), 2 * kFirstWords + 1);
}

TEST(ArenaReset, OneSmallMessageBetweenLargeOnesDoesNotShrink) {
  Arena arena;
  for (int round = 0; round < 8; ++round) {
    allocate(arena, 30'000);
    arena.reset();
  }
  const std::uint64_t large = firstCapacity(arena);
  for (int round = 0; round < 100; ++round) {
    allocate(arena, round % 2 == 0 ? 10 : 30'000);
    arena.reset();
    EXPECT_EQ(firstCapacity(arena), large);
  }
}

// The caller's memory
// ------------------------------------------------------------------------------

TEST(CallerMemory, IsTrimmedToWholeAlignedWords) {
  alignas(8) std::byte memory[64];
  for (std::size_t from = 0; from < 8; ++from) {
    for (std::size_t bytes = 16; bytes + from <= 64; ++bytes) {
      Arena arena({.growth = GrowthPolicy::kFixed, .firstSegment = {memory + from, bytes}});
      const auto at = reinterpret_cast<std::uintptr_t>(arena.root());
      EXPECT_EQ(at % 8, 0u);
      EXPECT_GE(arena.root(), memory + from);
      const std::byte* end = arena.root() + firstCapacity(arena) * 8;
      EXPECT_LE(end, memory + from + bytes);
      EXPECT_GT(end + 8, memory + from + bytes) << "no whole word is left out";
    }
  }
}

TEST(CallerMemory, IsNeitherWipedNorReadBeyondWhatIsBuilt) {
  std::vector<std::byte> memory(1024, std::byte{0xEE});
  {
    MessageBuilder message({.growth = GrowthPolicy::kFixed, .firstSegment = memory});
    message.root().setText("abc");
  }
  EXPECT_EQ(std::memcmp(memory.data() + 8, "abc\0\0\0\0\0", 8), 0) << "still there";
  for (std::size_t i = 16; i < memory.size(); ++i) EXPECT_EQ(memory[i], std::byte{0xEE});
}

TEST(CallerMemory, DirtyBytesNeverReachTheMessage) {
  std::vector<std::byte> memory(4096, std::byte{0xEE});
  MessageBuilder message({.growth = GrowthPolicy::kFixed, .firstSegment = memory});
  const StructBuilder root = message.root().initStruct({2, 6});
  root.pointer({0}).setText("a");
  root.pointer({1}).setData(std::as_bytes(std::span("abc", 3)));
  root.pointer({2}).initText(5);
  root.pointer({3}).initList(ElementSize::kBit, 3);
  root.pointer({4}).initStructList(2, {1, 1});
  root.pointer({5}).initDataUninitialized(8);
  std::string bytes;
  appendTo(message, bytes);
  // The eight bytes asked for uninitialized are the last ones.
  EXPECT_EQ(bytes.substr(0, bytes.size() - 8).find('\xEE'), std::string::npos);
}

TEST(CallerMemory, HasHeaderRoomOnlyOnRequest) {
  alignas(8) std::byte memory[64];
  MessageBuilder without({.growth = GrowthPolicy::kFixed, .firstSegment = memory});
  EXPECT_TRUE(without.framedInPlace().empty());
  EXPECT_EQ(without.root().at(), memory);
  MessageBuilder with(
      {.growth = GrowthPolicy::kFixed, .firstSegment = memory, .headerRoomInCallerMemory = true});
  EXPECT_EQ(with.root().at(), memory + 8);
  EXPECT_EQ(with.framedInPlace().data(), memory);
  EXPECT_EQ(with.framedInPlace().size(), 16u);
}

TEST(CallerMemory, AFixedArenaIsFullExactlyAtItsEnd) {
  alignas(8) std::byte memory[64];
  Arena arena({.growth = GrowthPolicy::kFixed, .firstSegment = memory});
  allocate(arena, 7);
  Segment* segment = nullptr;
  EXPECT_THROW(arena.allocateSlow(1, segment), ArenaExhausted);
  EXPECT_FALSE(arena.reserve(1));
  arena.reset();
  EXPECT_TRUE(arena.reserve(7));
  EXPECT_FALSE(arena.reserve(8));
}

TEST(CallerMemory, GrowsIntoThePoolUnlessFixed) {
  alignas(8) std::byte memory[64];
  BufferPool pool = poolOver();
  MessageBuilder message({.firstSegment = memory}, pool);
  message.root().setText(std::string(1000, 'x'));
  EXPECT_EQ(message.arena().segmentCount(), 2u);
  EXPECT_EQ(heldOf(pool), 1u);
  message.reset();
  EXPECT_EQ(heldOf(pool), 0u);
  EXPECT_EQ(message.root().at(), memory);
}

TEST(Exhaustion, TellsWhichLimitWasMet) {
  alignas(8) std::byte memory[16];
  Arena fixed({.growth = GrowthPolicy::kFixed, .firstSegment = memory});
  Segment* segment = nullptr;
  try {
    fixed.allocateSlow(5, segment);
    FAIL();
  } catch (const std::bad_alloc& exhausted) {
    EXPECT_NE(std::string(exhausted.what()).find("fixed"), std::string::npos);
  }
}

}  // namespace
}  // namespace capstan
