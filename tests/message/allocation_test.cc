// SPDX-License-Identifier: Apache-2.0
// What is promised not to allocate: a loop of building, framing and resetting after its first
// rounds, reading a single segment, reopening.
#include <gtest/gtest.h>

#include <vector>

#include "capstan/message/message_pool.h"
#include "capstan/message/read.h"
#include "capstan/message/unmarshal.h"
#include "tests/message/sample.h"
#include "tests/support/allocation_counter.h"

namespace capstan {
namespace {

using support::AllocationCounter;

// Builds without allocating anything of its own.
void build(MessageBuilder& message, std::uint32_t children) {
  const auto node = message.initRoot<schema::Node>();
  node.setId(children);
  node.setDisplayName("a name of some length");
  const auto nested = node.initNestedNodes(children);
  for (std::uint32_t i = 0; i < children; ++i) nested[i].setName("a child of the node");
}

std::uint64_t sum = 0;

void frame(MessageBuilder& message) {
  for (const iovec& piece : message.framedPieces()) sum += piece.iov_len;
  for (const auto& segment : message.segments()) sum += segment.size();
  sum += message.framedInPlace().size();
  const auto bytes = marshal(message);
  sum += bytes->sizeBytes();
}

class NoAllocation : public testing::Test {
 protected:
  void SetUp() override { CAPSTAN_REQUIRE_ALLOCATION_COUNTER_OR_SKIP(); }
};

TEST_F(NoAllocation, InALoopOfBuildFrameResetForEachPolicy) {
  static std::vector<std::byte> memory(1 << 20);
  const std::span<std::byte> most = memory;
  const ArenaOptions policies[] = {
      {},
      {.firstSegmentWords = 1, .maxSegmentWords = 256},
      {.growth = GrowthPolicy::kSingleSegment},
      {.growth = GrowthPolicy::kFixed, .firstSegment = most},
      {.growth = GrowthPolicy::kFixed, .firstSegment = most, .headerRoomInCallerMemory = true},
      {.firstSegment = most.first(256)},
  };
  for (const ArenaOptions& options : policies) {
    MessageBuilder message(options);
    // The first segment grows by a bucket per round until the message fits.
    for (int round = 0; round < 12; ++round) {
      build(message, 1000);
      frame(message);
      message.reset();
    }
    AllocationCounter counter(AllocationCounter::Scope::kAllThreads);
    for (int round = 0; round < 50; ++round) {
      build(message, 1000);
      frame(message);
      message.reset();
    }
    EXPECT_EQ(counter.count(), 0u) << "policy " << static_cast<int>(options.growth);
  }
}

TEST_F(NoAllocation, InALoopOfSmallMessagesAfterTheFirst) {
  MessageBuilder message;
  build(message, 10);
  frame(message);
  message.reset();
  AllocationCounter counter(AllocationCounter::Scope::kAllThreads);
  for (int round = 0; round < 100; ++round) {
    build(message, 10);
    frame(message);
    message.reset();
  }
  EXPECT_EQ(counter.count(), 0u);
}

TEST_F(NoAllocation, InANewBuilderWhileThePoolIsWarm) {
  {
    MessageBuilder message;
    build(message, 10);
  }
  AllocationCounter counter(AllocationCounter::Scope::kAllThreads);
  for (int round = 0; round < 100; ++round) {
    MessageBuilder message;
    build(message, 10);
    sum += message.framedInPlace().size();
  }
  EXPECT_EQ(counter.count(), 0u);
}

TEST_F(NoAllocation, InAMessagePool) {
  MessagePool pool;
  for (int round = 0; round < 2; ++round) build(*pool.acquire(), 10);
  AllocationCounter counter(AllocationCounter::Scope::kAllThreads);
  for (int round = 0; round < 100; ++round) build(*pool.acquire(), 10);
  EXPECT_EQ(counter.count(), 0u);
}

TEST_F(NoAllocation, InUnmarshalAndReadOfASingleSegment) {
  const auto bytes = sampleBytes(5, 20);
  AllocationCounter counter(AllocationCounter::Scope::kAllThreads);
  for (int round = 0; round < 10; ++round) {
    const auto reader = unmarshal(bytes);
    EXPECT_TRUE(isSample(reader->getRoot<schema::Node>(), 5, 20));
    EXPECT_TRUE(reader->status().ok());
    const absl::Status status = read<schema::Node>(
        bytes, [](schema::Node::Reader node) { EXPECT_TRUE(isSample(node, 5, 20)); });
    EXPECT_TRUE(status.ok());
  }
  EXPECT_EQ(counter.count(), 0u);
}

TEST_F(NoAllocation, InReopenAfterTheFirst) {
  const auto many = sampleBytes(5, 200, smallSegments());
  const auto few = sampleBytes(5, 30, smallSegments());
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(many).ok());
  ASSERT_GT(reader.segmentCount(), 3u);
  AllocationCounter counter(AllocationCounter::Scope::kAllThreads);
  for (int round = 0; round < 10; ++round) {
    ASSERT_TRUE(reader.reopen(few).ok());
    EXPECT_TRUE(isSample(reader.getRoot<schema::Node>(), 5, 30));
    ASSERT_TRUE(reader.reopen(many).ok());
    EXPECT_TRUE(isSample(reader.getRoot<schema::Node>(), 5, 200));
  }
  EXPECT_EQ(counter.count(), 0u);
}

// Security: what is allocated follows from the bytes that are there, not from what they claim.
TEST_F(NoAllocation, ForWhatAHeaderClaims) {
  std::vector<std::byte> bytes(8 * 257);
  bytes[0] = std::byte{0xFF};
  bytes[1] = std::byte{0x01};
  for (std::size_t i = 4; i < bytes.size() - 4; i += 4) bytes[i + 2] = std::byte{0xFF};
  MessageReader reader(ReaderOptions{.maxMessageWords = kUnlimited});
  EXPECT_FALSE(reader.reopen(bytes).ok());
  AllocationCounter counter(AllocationCounter::Scope::kAllThreads);
  EXPECT_FALSE(reader.reopen(bytes).ok());
  EXPECT_LT(counter.bytes(), 2000u) << "the sentence of the status";
}

}  // namespace
}  // namespace capstan
