// SPDX-License-Identifier: Apache-2.0
// Packed messages: every way out gives the same bytes, the way in reads them back, and whatever is
// wrong with them is said; the reader's buffer comes from its pool and goes back.
#include "capstan/message/packed.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "capstan/codec/memory_stream.h"
#include "capstan/message/decoder.h"
#include "capstan/message/unmarshal.h"
#include "capstan/pool/buffer_pool.h"
#include "tests/message/sample.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/decoder_matrix.h"
#include "tests/support/plain_packing.h"
#include "tests/support/wire_words.h"

namespace capstan {
namespace {

using support::AllocationCounter;

// The table and each segment packed by itself, put together by hand.
std::string packedByHand(MessageBuilder& message) {
  std::string packed;
  const auto append = [&](std::span<const std::byte> piece) {
    for (const std::byte byte : support::packPlainly(piece)) packed += static_cast<char>(byte);
  };
  std::vector<std::byte> framed(marshalledBytes(message));
  EXPECT_TRUE(marshalTo(message, framed).ok());
  append(std::span(framed).first(segmentTableBytes(message.segments().size())));
  for (const auto& segment : message.segments()) append(segment);
  return packed;
}

std::vector<std::byte> packedSample(std::uint64_t id, std::uint32_t children,
                                    const ArenaOptions& options = {}) {
  MessageBuilder message(options);
  buildSample(message, id, children);
  const auto packed = marshalPacked(message);
  return {packed->bytes().begin(), packed->bytes().end()};
}

std::vector<std::byte> operator+(std::vector<std::byte> a, const std::vector<std::byte>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

bool says(const absl::Status& status, std::string_view what) {
  return std::string_view(status.message().data(), status.message().size()).find(what) !=
         std::string_view::npos;
}

TEST(MarshalPacked, AllWaysGiveTheSameBytes) {
  for (const ArenaOptions& options :
       {ArenaOptions{}, smallSegments(), ArenaOptions{.growth = GrowthPolicy::kSingleSegment}}) {
    MessageBuilder message(options);
    for (const std::uint32_t children : {0u, 1u, 7u, 300u}) {
      buildSample(message, 5, children);
      const std::string expected = packedByHand(message);
      EXPECT_EQ(packedMessageBytes(message), expected.size());
      const auto buffer = marshalPacked(message);
      ASSERT_TRUE(buffer.ok());
      EXPECT_EQ(std::string(reinterpret_cast<const char*>(buffer->data()), buffer->sizeBytes()),
                expected);
      std::string appended = "before";
      appendPackedTo(message, appended);
      EXPECT_EQ(appended, "before" + expected);
      for (const std::size_t more : {0u, 1u, 5000u}) {
        std::vector<std::byte> room(expected.size() + more, std::byte{0xEE});
        const auto written = marshalPackedTo(message, room);
        ASSERT_TRUE(written.ok()) << written.status();
        EXPECT_EQ(*written, expected.size());
        EXPECT_EQ(std::memcmp(room.data(), expected.data(), expected.size()), 0);
      }
      message.reset();
    }
    EXPECT_EQ(packedMessageBytes(message), packedByHand(message).size()) << "an empty message";
  }
}

TEST(MarshalPacked, TooLittleRoomIsAnErrorAndNothingIsWritten) {
  MessageBuilder message;
  buildSample(message, 5, 30);
  std::vector<std::byte> room(packedMessageBytes(message) - 1, std::byte{0xEE});
  EXPECT_EQ(marshalPackedTo(message, room).status().code(), absl::StatusCode::kInvalidArgument);
  for (const std::byte byte : room) ASSERT_EQ(byte, std::byte{0xEE});
}

TEST(UnmarshalPacked, ReadsWhatWasMarshalledAtEveryAlignment) {
  for (const ArenaOptions& options : {ArenaOptions{}, smallSegments()}) {
    support::forEveryAlignment(packedSample(7, 60, options), [](std::span<const std::byte> packed) {
      const auto reader = unmarshalPacked(packed);
      ASSERT_TRUE(reader.ok()) << reader.status();
      expectSample(reader->getRoot<schema::Node>(), 7, 60);
      EXPECT_TRUE(reader->status().ok());
      const auto owned = unmarshalPackedOwned<schema::Node>(packed);
      ASSERT_TRUE(owned.ok());
      expectSample(owned->get(), 7, 60);
    });
  }
}

TEST(UnmarshalPacked, EveryTruncationIsRefused) {
  for (const ArenaOptions& options : {ArenaOptions{}, smallSegments()}) {
    const auto whole = packedSample(7, 20, options);
    PackedMessageReader reader;
    support::forEveryTruncation(whole, [&](std::span<const std::byte> packed) {
      std::size_t used = 0;
      const bool isWhole = packed.size() == whole.size();
      EXPECT_EQ(reader.reopenPrefix(packed, used).ok(), isWhole);
      const absl::Status opened = reader.reopen(packed);
      EXPECT_EQ(opened.ok(), isWhole);
      if (isWhole) return;
      EXPECT_EQ(opened.code(), absl::StatusCode::kInvalidArgument);
      EXPECT_TRUE(says(opened, "(at byte " + std::to_string(packed.size()))) << opened;
      EXPECT_EQ(reader.reader().sizeWords(), 0u) << "the reader is one of nothing";
      EXPECT_EQ(reader.getRoot<schema::Node>().getId(), 0u);
      EXPECT_EQ(reader.fault().kind, FaultKind::kRootMissing);
    });
  }
}

TEST(UnmarshalPacked, NoBitFlipDoesMoreThanChangeTheWords) {
  const auto whole = packedSample(7, 12, smallSegments());
  PackedMessageReader reader;
  support::forEveryBitFlip(whole, [&](std::span<const std::byte> packed) {
    if (reader.reopen(packed).ok()) reader.getRoot<schema::Node>().getDisplayName();
  });
}

TEST(UnmarshalPacked, MessagesInARowAreReadOneByOne) {
  std::vector<std::byte> stream;
  for (std::uint32_t i = 0; i < 20; ++i) {
    stream = std::move(stream) + packedSample(i, i, i % 2 == 0 ? ArenaOptions{} : smallSegments());
  }
  Bytes rest(stream);
  for (std::uint32_t i = 0; i < 20; ++i) {
    const absl::Status exact = unmarshalPacked(rest).status();
    EXPECT_EQ(exact.ok(), i == 19);
    EXPECT_EQ(says(exact, "unmarshalPackedPrefix"), i != 19) << exact;
    const auto prefix = unmarshalPackedPrefix(rest);
    ASSERT_TRUE(prefix.ok()) << prefix.status();
    expectSample(prefix->reader.getRoot<schema::Node>(), i, i);
    rest = rest.from(prefix->usedBytes);
  }
  EXPECT_TRUE(rest.empty());
}

// Another packer need not break runs between the table and the segments, nor be thrifty.
TEST(UnmarshalPacked, RunsMayGoOnFromTheTableIntoTheSegments) {
  for (const ArenaOptions& options : {ArenaOptions{}, smallSegments()}) {
    const auto framed = sampleBytes(9, 40, options);
    std::vector<std::byte> inOneRun;
    for (std::size_t at = 0; at < framed.size(); at += 256 * 8) {
      const std::size_t bytes = std::min<std::size_t>(framed.size() - at, 256 * 8);
      const Bytes words = Bytes(framed).from(at).first(bytes);
      inOneRun.push_back(std::byte{0xFF});
      inOneRun.insert(inOneRun.end(), words.data(), words.data() + 8);
      inOneRun.push_back(static_cast<std::byte>(bytes / 8 - 1));
      inOneRun.insert(inOneRun.end(), words.data() + 8, words.data() + bytes);
    }
    for (const auto& packed : {support::packPlainly(framed), inOneRun}) {
      const auto reader = unmarshalPacked(packed);
      ASSERT_TRUE(reader.ok()) << reader.status();
      expectSample(reader->getRoot<schema::Node>(), 9, 40);
    }
  }
}

TEST(UnmarshalPacked, ARunBehindTheEndOfTheMessageIsAnError) {
  // One segment of one word, which is zero; the run has another.
  const std::vector<std::byte> packed = {std::byte{0x10}, std::byte{1}, std::byte{0}, std::byte{1}};
  std::size_t used = 0;
  PackedMessageReader reader;
  for (const absl::Status& status : {reader.reopen(packed), reader.reopenPrefix(packed, used)}) {
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_TRUE(says(status, "by 1 words, at byte 4")) << status;
  }
}

// Security: two bytes stand for 2048, so claims are held against the limit and the bytes at hand.
TEST(UnmarshalPacked, ClaimsAreRefusedBeforeMemoryIsTaken) {
  const BufferPool pool = *BufferPool::create();
  PackedMessageReader reader({}, pool.handle());
  const auto tableOf = [](std::uint32_t words) {
    return support::packPlainly(support::bytesOf(support::Words{std::uint64_t{words} << 32}));
  };
  const std::uint32_t limit = kDefaultMaxMessageWords;
  const auto aboveLimit = tableOf(limit + 1);
  const auto atLimit = tableOf(limit);
  EXPECT_EQ(reader.reopen(aboveLimit).code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(reader.reopen(atLimit).code(), absl::StatusCode::kInvalidArgument)
      << "as many words cannot come from so few bytes";
  std::vector<std::byte> bomb = tableOf(10'000);
  for (int i = 0; i < 1000; ++i) {
    bomb.push_back(std::byte{0});
    bomb.push_back(std::byte{0xFF});
  }
  EXPECT_FALSE(reader.reopen(bomb).ok()) << "it has 256,000 words";
  std::uint64_t taken = pool.stats().large.taken;
  for (std::size_t i = bucketFor(10'000 * 8 + 8) + 1; i < kBucketCount; ++i) {
    taken += pool.stats().buckets[i].taken;
  }
  EXPECT_EQ(taken, 0u) << "no buffer larger than the 10,000 words was ever taken";
}

TEST(UnmarshalPacked, LimitsAndNonsenseAreWorded) {
  PackedMessageReader reader(ReaderOptions{.maxMessageWords = 10});
  const auto large = packedSample(1, 50);
  EXPECT_TRUE(says(reader.reopen(large), "ReaderOptions::maxMessageWords"));
  const std::vector<std::byte> many = {std::byte{0x0F}, std::byte{0xFF}, std::byte{0xFF},
                                       std::byte{0xFF}, std::byte{0xFF}};
  EXPECT_TRUE(says(reader.reopen(many), "more segments than a reader takes"));
  EXPECT_TRUE(says(reader.reopen({}), "was it cut off?"));
}

TEST(MixedUp, AFramedMessageGivenAsPackedIsTold) {
  for (const ArenaOptions& options : {ArenaOptions{}, smallSegments()}) {
    for (const std::uint32_t children : {0u, 1u, 5u, 100u}) {
      const auto framed = sampleBytes(5, children, options);
      const absl::Status status = unmarshalPacked(framed).status();
      EXPECT_FALSE(status.ok());
      EXPECT_TRUE(says(status, "look unpacked: unmarshal reads them")) << status;
    }
  }
}

TEST(MixedUp, APackedMessageGivenAsFramedIsTold) {
  for (const ArenaOptions& options : {ArenaOptions{}, smallSegments()}) {
    for (const std::uint32_t children : {0u, 1u, 5u, 100u}) {
      const auto packed = packedSample(5, children, options);
      const absl::Status status = unmarshal(packed).status();
      EXPECT_FALSE(status.ok());
      EXPECT_TRUE(says(status, "look packed: unmarshalPacked reads them")) << status;
    }
  }
}

TEST(MixedUp, EveryWayInSaysThatPackedBytesLookPacked) {
  const auto packed = packedSample(5, 3);
  std::size_t used = 0;
  MessageReader reader;
  FrameParser parser;
  EXPECT_TRUE(parser.push(packed).ok());
  MemorySource source{Bytes(packed)};
  Decoder decoder(source);
  for (const absl::Status& status :
       {unmarshal(packed).status(), reader.reopen(packed), reader.reopenPrefix(packed, used),
        parser.next().status(), decoder.next().status()}) {
    EXPECT_TRUE(says(status, "look packed")) << status;
  }
}

TEST(MixedUp, WhatIsOnlyCutOffIsNotTakenForTheOther) {
  const auto framed = sampleBytes(5, 30);
  const auto packed = packedSample(5, 30);
  for (std::size_t cut = 8; cut < framed.size(); cut += 8) {
    EXPECT_FALSE(says(unmarshal(Bytes(framed).first(cut)).status(), "look packed")) << cut;
  }
  for (std::size_t cut = 0; cut < packed.size(); ++cut) {
    EXPECT_FALSE(says(unmarshalPacked(Bytes(packed).first(cut)).status(), "look unpacked")) << cut;
  }
}

std::uint64_t outstanding(const PoolStats& stats) {
  std::uint64_t sum = stats.large.outstanding;
  for (const BucketStats& bucket : stats.buckets) sum += bucket.outstanding;
  return sum;
}

TEST(PackedMessageReader, ItsBufferGoesBackOnResetOnErrorsToo) {
  const BufferPool pool = *BufferPool::create();
  const auto packed = packedSample(5, 100);
  const auto tooMuch = packed + packed;
  {
    PackedMessageReader reader({}, pool.handle());
    EXPECT_EQ(outstanding(pool.stats()), 0u);
    for (std::size_t cut = 0; cut < packed.size(); cut += 7) {
      EXPECT_FALSE(reader.reopen(Bytes(packed).first(cut)).ok());
      EXPECT_LE(outstanding(pool.stats()), 1u);
      ASSERT_TRUE(pool.stats().isBalanced());
    }
    for (const bool isRight : {true, false}) {
      EXPECT_EQ(reader.reopen(isRight ? packed : tooMuch).ok(), isRight);
      EXPECT_EQ(outstanding(pool.stats()), 1u);
      reader.reset();
      EXPECT_EQ(outstanding(pool.stats()), 0u);
      EXPECT_TRUE(pool.stats().isBalanced());
      EXPECT_EQ(reader.reader().sizeWords(), 0u);
    }
    EXPECT_TRUE(reader.reopen(packed).ok());
  }
  EXPECT_EQ(outstanding(pool.stats()), 0u) << "destruction resets";
  EXPECT_TRUE(pool.stats().isBalanced());
}

TEST(PackedMessageReader, MovesWithItsMessage) {
  PackedMessageReader first;
  const auto packed = packedSample(5, 30, smallSegments());
  ASSERT_TRUE(first.reopen(packed).ok());
  PackedMessageReader second(std::move(first));
  expectSample(second.getRoot<schema::Node>(), 5, 30);
  first = std::move(second);
  expectSample(first.getRoot<schema::Node>(), 5, 30);
}

TEST(PackedMessageReader, ALoopAllocatesNothing) {
  CAPSTAN_REQUIRE_ALLOCATION_COUNTER_OR_SKIP();
  const auto many = packedSample(5, 200, smallSegments());
  const auto few = packedSample(5, 30);
  MessageBuilder message;
  buildSample(message, 5, 30);
  std::vector<std::byte> room(1 << 16);
  PackedMessageReader reader;
  const auto round = [&] {
    ASSERT_TRUE(marshalPacked(message).ok());
    ASSERT_TRUE(marshalPackedTo(message, room).ok());
    ASSERT_TRUE(reader.reopen(many).ok());
    EXPECT_TRUE(isSample(reader.getRoot<schema::Node>(), 5, 200));
    ASSERT_TRUE(reader.reopen(few).ok());
    EXPECT_TRUE(isSample(reader.getRoot<schema::Node>(), 5, 30));
    reader.reset();
  };
  for (int i = 0; i < 3; ++i) round();
  AllocationCounter counter(AllocationCounter::Scope::kAllThreads);
  for (int i = 0; i < 20; ++i) round();
  EXPECT_EQ(counter.count(), 0u);
}

}  // namespace
}  // namespace capstan
