// SPDX-License-Identifier: Apache-2.0
#include "capstan/message/frame_parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "capstan/codec/framing.h"
#include "capstan/pool/buffer_pool.h"
#include "tests/message/stream_sample.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/capnp_tool.h"
#include "tests/support/decoder_matrix.h"
#include "tests/support/pool_use.h"
#include "tests/support/seed.h"

namespace capstan {
namespace {

using ::testing::HasSubstr;

// Takes the messages that are whole, and checks each. Returns: how many there were.
std::size_t takeSamples(FrameParser& parser, std::size_t firstIndex) {
  std::size_t count = 0;
  for (;;) {
    const absl::StatusOr<bool> got = parser.next();
    EXPECT_TRUE(got.ok()) << got.status();
    if (!got.ok() || !*got) return count;
    const std::size_t index = firstIndex + count++;
    expectSample(parser.getRoot<schema::Node>(), index, kStreamSamples[index]);
    EXPECT_TRUE(parser.message().status().ok());
  }
}

bool push(FrameParser& parser, std::string_view bytes) { return parser.push(bytes).ok(); }

std::string tableOf(std::uint32_t words) {
  std::string table(kBytesPerWord, '\0');
  SegmentTableWriter(reinterpret_cast<std::byte*>(table.data()), 1).put(words);
  return table;
}

TEST(FrameParser, FindsTheMessagesHoweverTheStreamIsCut) {
  const std::string stream = sampleStream();
  for (std::size_t step : {1, 3, 7, 8, 9, 64, 1000, 1 << 20}) {
    FrameParser parser;
    std::size_t found = 0;
    for (std::size_t at = 0; at < stream.size(); at += step) {
      ASSERT_TRUE(parser.push(std::string_view(stream).substr(at, step)).ok());
      found += takeSamples(parser, found);
    }
    EXPECT_EQ(found, kStreamSamples.size()) << step;
    EXPECT_TRUE(parser.finish().ok());
    EXPECT_EQ(parser.offsetBytes(), stream.size());
  }
}

TEST(FrameParser, FindsTheMessagesInRandomPieces) {
  const std::string stream = sampleStream();
  support::Random random;
  for (int round = 0; round < 50; ++round) {
    FrameParser parser;
    std::size_t found = 0;
    for (std::size_t at = 0; at < stream.size();) {
      const std::size_t bytes = std::min<std::size_t>(1 + random.below(500), stream.size() - at);
      if (random.flip()) {
        ASSERT_TRUE(parser.push(std::string_view(stream).substr(at, bytes)).ok());
      } else {
        const auto room = parser.room();
        ASSERT_TRUE(room.ok());
        ASSERT_GE(room->size(), bytes);
        std::memcpy(room->data(), stream.data() + at, bytes);
        parser.commit(bytes);
      }
      at += bytes;
      if (random.below(3) != 0) found += takeSamples(parser, found);
    }
    found += takeSamples(parser, found);
    EXPECT_EQ(found, kStreamSamples.size());
  }
}

TEST(FrameParser, TellsACutMessageFromACleanEnd) {
  const std::string message = framedSample(1);
  for (std::size_t length = 0; length <= message.size(); ++length) {
    FrameParser parser;
    ASSERT_TRUE(push(parser, framedSample(0)));
    ASSERT_TRUE(parser.push(std::string_view(message).substr(0, length)).ok());
    const std::size_t whole = length == message.size() ? 2 : 1;
    EXPECT_EQ(takeSamples(parser, 0), whole);
    const absl::Status end = parser.finish();
    EXPECT_EQ(end.ok(), length == 0 || whole == 2) << length;
    if (!end.ok()) {
      EXPECT_EQ(end.code(), absl::StatusCode::kDataLoss);
      EXPECT_THAT(end.ToString(),
                  HasSubstr("the message at byte " + std::to_string(framedSample(0).size())));
    }
  }
}

TEST(FrameParser, SaysHowManyBytesAreMissing) {
  const std::string message = framedSample(3);
  FrameParser parser;
  EXPECT_EQ(parser.missingBytes(), kBytesPerWord);
  for (std::size_t at = 0; at < message.size();) {
    const std::uint64_t missing = parser.missingBytes();
    ASSERT_LE(at + missing, message.size());
    ASSERT_TRUE(parser.push(std::string_view(message).substr(at, missing)).ok());
    at += missing;
    const absl::StatusOr<bool> got = parser.next();
    ASSERT_TRUE(got.ok());
    EXPECT_EQ(*got, at == message.size());
  }
}

TEST(FrameParser, RefusesAMessageAboveTheLimitAndStepsOverIt) {
  const std::string large = framedSample(5);
  const std::uint64_t limit = framedSample(3).size() / kBytesPerWord;
  for (std::size_t step : {1, 8, 100, 1 << 20}) {
    FrameParser parser({.maxMessageWords = limit});
    const std::string stream = framedSample(0) + large + framedSample(0);
    std::size_t found = 0;
    std::size_t refused = 0;
    for (std::size_t at = 0; at < stream.size(); at += step) {
      ASSERT_TRUE(parser.push(std::string_view(stream).substr(at, step)).ok());
      for (;;) {
        const absl::StatusOr<bool> got = parser.next();
        if (!got.ok()) {
          EXPECT_EQ(got.status().code(), absl::StatusCode::kResourceExhausted);
          EXPECT_THAT(got.status().ToString(),
                      HasSubstr("message at byte " + std::to_string(framedSample(0).size())));
          EXPECT_EQ(parser.next().status(), got.status());
          ASSERT_TRUE(parser.skip().ok());
          ++refused;
          continue;
        }
        if (!*got) break;
        expectSample(parser.getRoot<schema::Node>(), 0, 0);
        ++found;
      }
    }
    EXPECT_EQ(refused, 1u);
    EXPECT_EQ(found, 2u) << step;
    EXPECT_TRUE(parser.finish().ok());
  }
}

TEST(FrameParser, ASkippedMessageThatIsCutIsAnError) {
  const std::string large = framedSample(5);
  FrameParser parser({.maxMessageWords = 20});
  ASSERT_TRUE(parser.push(std::string_view(large).substr(0, large.size() - 1)).ok());
  EXPECT_FALSE(parser.next().ok());
  ASSERT_TRUE(parser.skip().ok());
  EXPECT_EQ(parser.missingBytes(), 1u);
  EXPECT_EQ(parser.finish().code(), absl::StatusCode::kDataLoss);
  ASSERT_TRUE(parser.push(std::string_view(large).substr(large.size() - 1)).ok());
  EXPECT_FALSE(*parser.next());
  EXPECT_TRUE(parser.finish().ok());
}

TEST(FrameParser, SkipIsForRefusedMessagesOnly) {
  FrameParser parser;
  EXPECT_EQ(parser.skip().code(), absl::StatusCode::kFailedPrecondition);
  ASSERT_TRUE(parser.push(std::string_view("HTTP/1.1 200 OK\r\n")).ok());
  EXPECT_FALSE(parser.next().ok());
  EXPECT_EQ(parser.skip().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_FALSE(parser.next().ok());
}

TEST(FrameParser, MemoryGrowsWithWhatCameAndNotWithWhatIsClaimed) {
  auto pool = BufferPool::create({});
  ASSERT_TRUE(pool.ok());
  FrameParser parser({}, pool->handle());
  ASSERT_TRUE(push(parser, tableOf(8 << 20)));
  std::string part(1000, 'x');
  std::size_t came = kBytesPerWord;
  for (int i = 0; i < 300; ++i) {
    ASSERT_FALSE(*parser.next());
    ASSERT_TRUE(parser.push(part).ok());
    came += part.size();
    EXPECT_LE(support::heldBytesOf(*pool), 4 * came + kStreamBufferBytes);
  }
}

TEST(FrameParser, GivesItsBufferBackOnReset) {
  auto pool = BufferPool::create({});
  ASSERT_TRUE(pool.ok());
  FrameParser parser({}, pool->handle());
  ASSERT_TRUE(push(parser, sampleStream()));
  EXPECT_EQ(takeSamples(parser, 0), kStreamSamples.size());
  EXPECT_EQ(support::heldOf(*pool), 1u);
  parser.reset();
  EXPECT_EQ(support::heldOf(*pool), 0u);
  EXPECT_EQ(parser.offsetBytes(), 0u);
  ASSERT_TRUE(push(parser, framedSample(0)));
  EXPECT_EQ(takeSamples(parser, 0), 1u);
}

TEST(FrameParser, AllocatesNothingOnceItsBufferIsLargeEnough) {
  CAPSTAN_REQUIRE_ALLOCATION_COUNTER_OR_SKIP();
  const std::string stream = sampleStream();
  FrameParser parser;
  std::uint64_t allocations = 0;
  for (int round = 0; round < 3; ++round) {
    const support::AllocationCounter counter;
    bool isRight = parser.push(stream).ok();
    for (std::size_t i = 0; i < kStreamSamples.size(); ++i) {
      isRight = isRight && *parser.next() &&
                isSample(parser.getRoot<schema::Node>(), i, kStreamSamples[i]);
    }
    allocations = counter.count();
    EXPECT_TRUE(isRight && !*parser.next());
  }
  EXPECT_EQ(allocations, 0u);
}

TEST(FrameParser, SurvivesEveryBitFlip) {
  const std::string stream = framedSample(1) + framedSample(0);
  support::forEveryBitFlip(support::asBytes(stream), [](std::span<const std::byte> bytes) {
    FrameParser parser({.maxMessageWords = 1000});
    ASSERT_TRUE(parser.push(bytes).ok());
    for (int i = 0; i < 4; ++i) {
      const absl::StatusOr<bool> got = parser.next();
      if (!got.ok() && !parser.skip().ok()) break;
    }
    parser.finish().IgnoreError();
  });
}

}  // namespace
}  // namespace capstan
