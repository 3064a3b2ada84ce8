// SPDX-License-Identifier: Apache-2.0
// Opening messages: exact bytes, prefixes, truncations, limits, reuse.
#include "capstan/message/message_reader.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "capstan/message/unmarshal.h"
#include "tests/message/sample.h"
#include "tests/support/decoder_matrix.h"
#include "tests/support/wire_words.h"

namespace capstan {
namespace {

using support::framed;
using support::Words;

TEST(MessageReader, ReadsSamplesOfOneAndOfManySegmentsAtEveryAlignment) {
  for (const ArenaOptions& options : {ArenaOptions{}, smallSegments()}) {
    support::forEveryAlignment(sampleBytes(7, 60, options), [](std::span<const std::byte> bytes) {
      MessageReader reader;
      ASSERT_TRUE(reader.reopen(bytes).ok());
      expectSample(reader.getRoot<schema::Node>(), 7, 60);
      EXPECT_TRUE(reader.status().ok()) << reader.status();
    });
  }
}

TEST(MessageReader, EveryTruncationIsRefused) {
  for (const ArenaOptions& options : {ArenaOptions{}, smallSegments()}) {
    const auto whole = sampleBytes(7, 20, options);
    support::forEveryTruncation(whole, [&](std::span<const std::byte> bytes) {
      MessageReader reader;
      std::size_t used = 0;
      const bool isWhole = bytes.size() == whole.size();
      EXPECT_EQ(reader.reopenPrefix(bytes, used).ok(), isWhole);
      const absl::Status opened = reader.reopen(bytes);
      EXPECT_EQ(opened.ok(), isWhole);
      if (isWhole) return;
      EXPECT_EQ(opened.code(), absl::StatusCode::kInvalidArgument);
      EXPECT_EQ(reader.sizeWords(), 0u) << "the reader is one of nothing";
      EXPECT_EQ(reader.getRoot<schema::Node>().getId(), 0u);
      EXPECT_EQ(reader.fault().kind, FaultKind::kFrameTruncated) << "and says why";
    });
  }
}

TEST(MessageReader, BytesBehindTheMessageAreRefusedUnlessAPrefixIsAskedFor) {
  for (const ArenaOptions& options : {ArenaOptions{}, smallSegments()}) {
    auto bytes = sampleBytes(7, 20, options);
    const std::size_t size = bytes.size();
    for (const std::size_t more : {1u, 7u, 8u, 64u}) {
      bytes.resize(size + more);
      MessageReader reader;
      const absl::Status opened = reader.reopen(bytes);
      EXPECT_EQ(opened.code(), absl::StatusCode::kInvalidArgument);
      EXPECT_NE(opened.message().find("unmarshalPrefix"), opened.message().npos) << opened;
      std::size_t used = 0;
      ASSERT_TRUE(reader.reopenPrefix(bytes, used).ok());
      EXPECT_EQ(used, size);
      expectSample(reader.getRoot<schema::Node>(), 7, 20);
    }
  }
}

TEST(MessageReader, MessagesInARowAreReadOneByOne) {
  std::vector<std::byte> stream;
  for (std::uint32_t i = 0; i < 20; ++i) {
    const auto bytes = sampleBytes(i, i, i % 2 == 0 ? ArenaOptions{} : smallSegments());
    stream.insert(stream.end(), bytes.begin(), bytes.end());
  }
  Bytes rest(stream);
  for (std::uint32_t i = 0; i < 20; ++i) {
    const auto prefix = unmarshalPrefix(rest);
    ASSERT_TRUE(prefix.ok()) << prefix.status();
    expectSample(prefix->reader.getRoot<schema::Node>(), i, i);
    rest = rest.from(prefix->usedBytes);
  }
  EXPECT_TRUE(rest.empty());
  EXPECT_FALSE(unmarshalPrefix(rest).ok());
}

TEST(MessageReader, LimitsAreResourceExhausted) {
  const auto bytes = sampleBytes(7, 100);
  MessageReader small(ReaderOptions{.maxMessageWords = bytes.size() / 8 - 2});
  EXPECT_EQ(small.reopen(bytes).code(), absl::StatusCode::kResourceExhausted);
  MessageReader exact(ReaderOptions{.maxMessageWords = bytes.size() / 8 - 1});
  EXPECT_TRUE(exact.reopen(bytes).ok());
  MessageReader reader;
  const auto most = framed(std::vector<Words>(512, Words{0}));
  EXPECT_TRUE(reader.reopen(most).ok());
  EXPECT_EQ(reader.segmentCount(), 512u);
  const auto tooMany = framed(std::vector<Words>(513, Words{0}));
  EXPECT_EQ(reader.reopen(tooMany).code(), absl::StatusCode::kResourceExhausted);
  const std::byte wraps[8] = {std::byte{255}, std::byte{255}, std::byte{255}, std::byte{255}};
  EXPECT_EQ(reader.reopen(std::span<const std::byte>(wraps)).code(),
            absl::StatusCode::kResourceExhausted);
}

TEST(MessageReader, AClaimOfTheLargestSizeIsRefusedWithoutBytes) {
  const auto bytes = support::bytesOf(Words{std::uint64_t{kMaxSegmentWords} << 32});
  support::forEveryAlignment(bytes, [](std::span<const std::byte> placed) {
    EXPECT_EQ(unmarshal(placed).status().code(), absl::StatusCode::kResourceExhausted);
    EXPECT_EQ(unmarshal(placed, {.maxMessageWords = kUnlimited}).status().code(),
              absl::StatusCode::kInvalidArgument);
  });
}

TEST(MessageReader, SegmentsMayComeWithoutATable) {
  MessageBuilder message(smallSegments());
  buildSample(message, 9, 60);
  std::vector<Bytes> segments;
  for (const auto& segment : message.segments()) segments.emplace_back(segment);
  ASSERT_GT(segments.size(), 2u);
  MessageReader reader;
  ASSERT_TRUE(reader.reopenSegments(segments).ok());
  EXPECT_EQ(reader.segmentCount(), segments.size());
  expectSample(reader.getRoot<schema::Node>(), 9, 60);
  segments.pop_back();
  ASSERT_TRUE(reader.reopenSegments(segments).ok());
  EXPECT_EQ(reader.getRoot<schema::Node>().getId(), 9u);
  for (const auto& child : reader.getRoot<schema::Node>().getNestedNodes()) child.getName();
  EXPECT_EQ(reader.fault().kind, FaultKind::kUnknownSegment);
}

TEST(MessageReader, OddSegmentsAreRefused) {
  const std::vector<std::byte> bytes(12);
  MessageReader reader;
  EXPECT_EQ(reader.reopenFlat(bytes).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(reader.reopenSegments({}).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_FALSE(reader.reopenSegments(std::vector<Bytes>(513, Bytes())).ok());
  EXPECT_TRUE(reader.reopenSegments(std::vector<Bytes>(512, Bytes())).ok());
  EXPECT_TRUE(reader.reopenFlat(Bytes(bytes).first(8)).ok());
}

TEST(MessageReader, ReopenForgetsFaultAndBudgetOfTheFormerMessage) {
  const auto bad = framed({Words{support::structPointer(5, 1, 0)}});
  const auto good = sampleBytes(3, 5);
  MessageReader reader;
  for (int round = 0; round < 3; ++round) {
    ASSERT_TRUE(reader.reopen(bad).ok());
    EXPECT_EQ(reader.getRoot<schema::Node>().getId(), 0u);
    EXPECT_FALSE(reader.status().ok());
    ASSERT_TRUE(reader.reopen(good).ok());
    EXPECT_EQ(reader.fault(), Fault{});
    expectSample(reader.getRoot<schema::Node>(), 3, 5);
    EXPECT_TRUE(reader.status().ok());
  }
}

TEST(MessageReader, FewerSegmentsThanBeforeLeaveNoOldOnes) {
  const auto many = framed(std::vector<Words>(5, Words{0}));
  const auto far = framed({Words{support::farPointer(3, 0)}, Words{0}});
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(many).ok());
  ASSERT_TRUE(reader.reopen(far).ok());
  EXPECT_EQ(reader.segmentCount(), 2u);
  reader.root().getStruct();
  EXPECT_EQ(reader.fault().kind, FaultKind::kUnknownSegment);
}

TEST(MessageReader, MovesWithSegmentsFaultAndBudget) {
  const auto bytes = sampleBytes(3, 60, smallSegments());
  MessageReader first(ReaderOptions{.traversalLimitWords = 100'000});
  ASSERT_TRUE(first.reopen(bytes).ok());
  first.getRoot<List<Void>>();
  const Fault fault = first.fault();
  const std::uint64_t budget = first.budgetWords();
  MessageReader second(std::move(first));
  EXPECT_EQ(second.fault(), fault);
  EXPECT_EQ(second.budgetWords(), budget);
  expectSample(second.getRoot<schema::Node>(), 3, 60);
  MessageReader third;
  third = std::move(second);
  expectSample(third.getRoot<schema::Node>(), 3, 60);
  EXPECT_EQ(third.options().traversalLimitWords, 100'000u);
  EXPECT_EQ(second.sizeWords(), 0u);  // NOLINT: a moved-from reader is one of nothing
  EXPECT_EQ(second.segmentCount(), 1u);
  ASSERT_TRUE(second.reopen(bytes).ok());
  expectSample(second.getRoot<schema::Node>(), 3, 60);
}

TEST(MessageReader, ManyThreadsReadOne) {
  const auto bytes = sampleBytes(3, 200, smallSegments());
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 20; ++round) {
        EXPECT_TRUE(isSample(reader.getRoot<schema::Node>(), 3, 200));
        EXPECT_TRUE(reader.fault() == Fault{});
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(reader.status().ok());
}

TEST(MessageReader, ManyThreadsMeetALimitAndStop) {
  const auto bytes = sampleBytes(3, 200, smallSegments());
  MessageReader reader(ReaderOptions{.traversalLimitWords = 2000});
  ASSERT_TRUE(reader.reopen(bytes).ok());
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 50; ++round) {
        for (const auto& child : reader.getRoot<schema::Node>().getNestedNodes()) child.getName();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(reader.fault().kind, FaultKind::kTraversalLimit);
}

}  // namespace
}  // namespace capstan
