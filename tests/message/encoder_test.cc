// SPDX-License-Identifier: Apache-2.0
#include "capstan/message/encoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <sstream>

#include "absl/strings/cord.h"
#include "capstan/codec/iostream_stream.h"
#include "capstan/codec/memory_stream.h"
#include "capstan/message/cord.h"
#include "capstan/message/packed.h"
#include "capstan/pool/buffer_pool.h"
#include "tests/message/stream_sample.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/faulty_stream.h"
#include "tests/support/misuse_catcher.h"
#include "tests/support/pool_use.h"

namespace capstan {
namespace {

using ::testing::HasSubstr;

const std::vector<support::StreamFaults> kSchedules = {
    {},
    {.maxBytes = 1},
    {.maxBytes = 3, .unavailableEvery = 2},
    {.maxBytes = 8, .unavailableEvery = 5},
    {.maxBytes = 1000, .unavailableEvery = 3},
};

// Sees off what waits, as an event loop would.
absl::Status finish(Encoder& encoder) {
  for (;;) {
    absl::Status status = encoder.flush();
    if (!absl::IsUnavailable(status)) return status;
  }
}

// The samples, built; deque, because builders do not move.
std::deque<MessageBuilder> sampleBuilders(const PoolHandle& pool = PoolHandle::shared()) {
  std::deque<MessageBuilder> builders;
  for (std::size_t i = 0; i < kStreamSamples.size(); ++i) {
    builders.emplace_back(streamSampleOptions(i), pool);
    buildSample(builders.back(), i, kStreamSamples[i]);
  }
  return builders;
}

TEST(Encoder, WritesTheSameStreamWhateverTheSinkTakesAtATime) {
  for (const support::StreamFaults& faults : kSchedules) {
    support::FaultySink sink(faults);
    Encoder encoder(sink);
    for (MessageBuilder& message : sampleBuilders()) {
      ASSERT_TRUE(encoder.encode(message).ok());
      message.reset();
    }
    ASSERT_TRUE(finish(encoder).ok());
    EXPECT_EQ(sink.written, sampleStream());
    EXPECT_EQ(encoder.writtenBytes(), sink.written.size());
    EXPECT_FALSE(encoder.hasPending());
  }
}

TEST(Encoder, WritesABatchInOneCall) {
  std::deque<MessageBuilder> builders = sampleBuilders();
  std::vector<MessageBuilder*> batch;
  for (MessageBuilder& message : builders) batch.push_back(&message);
  for (const support::StreamFaults& faults : kSchedules) {
    support::FaultySink sink(faults);
    Encoder encoder(sink);
    ASSERT_TRUE(encoder.encode(batch).ok());
    if (faults.maxBytes > sampleStream().size()) {
      EXPECT_EQ(sink.calls(), 1u);
    }
    ASSERT_TRUE(finish(encoder).ok());
    EXPECT_EQ(sink.written, sampleStream());
  }
}

TEST(Encoder, PacksEachMessageByItself) {
  std::string expected;
  for (MessageBuilder& message : sampleBuilders()) appendPackedTo(message, expected);
  for (const support::StreamFaults& faults : kSchedules) {
    support::FaultySink sink(faults);
    Encoder encoder(sink, {.framing = Framing::kPacked});
    for (MessageBuilder& message : sampleBuilders()) {
      ASSERT_TRUE(encoder.encode(message).ok());
    }
    ASSERT_TRUE(finish(encoder).ok());
    EXPECT_EQ(sink.written, expected);
  }
}

TEST(Encoder, ADetachedMessageKeepsItsBuffersUntilItIsSent) {
  auto pool = BufferPool::create({});
  ASSERT_TRUE(pool.ok());
  for (const support::StreamFaults& faults : kSchedules) {
    support::FaultySink sink(faults);
    Encoder encoder(sink);
    for (MessageBuilder& message : sampleBuilders(pool->handle())) {
      FramedMessage framed = message.detach();
      ASSERT_TRUE(encoder.encode(std::move(framed)).ok());
    }
    EXPECT_EQ(encoder.hasPending(), support::heldOf(*pool) != 0);
    ASSERT_TRUE(finish(encoder).ok());
    EXPECT_EQ(sink.written, sampleStream());
    EXPECT_EQ(support::heldOf(*pool), 0u);
  }
  EXPECT_TRUE(pool->stats().isBalanced());
}

TEST(Encoder, AFailureOfTheSinkAtAnyCallStaysAndLeaksNothing) {
  auto pool = BufferPool::create({});
  ASSERT_TRUE(pool.ok());
  for (std::size_t call = 0;; ++call) {
    support::FaultySink sink({.maxBytes = 700, .unavailableEvery = 4, .failsAtCall = call});
    absl::Status status;
    {
      Encoder encoder(sink);
      for (MessageBuilder& message : sampleBuilders(pool->handle())) {
        status.Update(encoder.encode(message));
      }
      status.Update(finish(encoder));
      if (!status.ok()) {
        EXPECT_EQ(encoder.flush().code(), absl::StatusCode::kAborted);
        MessageBuilder more;
        EXPECT_EQ(encoder.encode(more).code(), absl::StatusCode::kAborted);
      }
    }
    EXPECT_EQ(support::heldOf(*pool), 0u);
    const std::string whole = sampleStream();
    EXPECT_EQ(sink.written, whole.substr(0, sink.written.size()));
    if (status.ok()) break;
  }
}

TEST(Encoder, GivesPackedBuffersBackOnEachWayOutOfACall) {
  auto pool = BufferPool::create({});
  ASSERT_TRUE(pool.ok());
  for (const bool fails : {false, true}) {
    support::FaultySink sink(fails ? support::StreamFaults{.failsAtCall = 0}
                                   : support::StreamFaults{});
    Encoder encoder(sink, {.framing = Framing::kPacked});
    {
      MessageBuilder message({}, pool->handle());
      buildSample(message, 1, 40);
      EXPECT_EQ(encoder.encode(message).ok(), !fails);
    }
    EXPECT_EQ(support::heldOf(*pool), 0u) << fails;
  }
}

TEST(Encoder, TakesNothingWhileTooMuchWaits) {
  support::FaultySink sink({.maxBytes = 1, .unavailableEvery = 1});
  Encoder encoder(sink, {.maxPendingBytes = 100});
  MessageBuilder message;
  buildSample(message, 3, 40);
  ASSERT_TRUE(encoder.encode(message).ok());
  const std::size_t waiting = encoder.pendingBytes();
  EXPECT_GT(waiting, 100u);
  const absl::Status status = encoder.encode(message);
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(status.ToString(), HasSubstr("limit 100"));
  EXPECT_EQ(encoder.pendingBytes(), waiting);
}

TEST(Encoder, ADetachedMessageIsForPlainFraming) {
  std::string out;
  StringSink sink(out);
  Encoder encoder(sink, {.framing = Framing::kPacked});
  MessageBuilder message;
  buildSample(message, 1, 1);
  EXPECT_THAT(support::misuseOf([&] { encoder.encode(message.detach()).IgnoreError(); }),
              HasSubstr("plain framing"));
}

TEST(Encoder, AllocatesNothingInTheSteadyState) {
  CAPSTAN_REQUIRE_ALLOCATION_COUNTER_OR_SKIP();
  std::vector<std::byte> memory(1 << 20);
  for (const Framing framing : {Framing::kPlain, Framing::kPacked}) {
    MemorySink sink(memory);
    Encoder encoder(sink, {.framing = framing});
    MessageBuilder message(smallSegments());
    std::uint64_t allocations = 1;
    for (int round = 0; round < 5; ++round) {
      const support::AllocationCounter counter;
      message.reset();
      buildSample(message, 1, 0);
      const bool isTaken = encoder.encode(message).ok();
      allocations = counter.count();
      EXPECT_TRUE(isTaken);
    }
    EXPECT_EQ(allocations, 0u);
  }
}

TEST(Sinks, WriteToStringsMemoryAndStandardStreams) {
  std::string text;
  StringSink strings(text);
  std::vector<std::byte> memory(sampleStream().size());
  MemorySink memories(memory);
  std::ostringstream stream;
  OstreamSink streams(stream);
  for (ByteSink* sink : {static_cast<ByteSink*>(&strings), static_cast<ByteSink*>(&memories),
                         static_cast<ByteSink*>(&streams)}) {
    Encoder encoder(*sink);
    for (MessageBuilder& message : sampleBuilders()) {
      ASSERT_TRUE(encoder.encode(message).ok());
    }
  }
  EXPECT_EQ(text, sampleStream());
  EXPECT_EQ(stream.str(), sampleStream());
  EXPECT_EQ(memories.written().size(), memory.size());
  EXPECT_EQ(std::memcmp(memory.data(), text.data(), memory.size()), 0);

  Encoder full(memories);
  MessageBuilder more;
  EXPECT_EQ(full.encode(more).code(), absl::StatusCode::kOutOfRange);
}

TEST(Cord, ShowsAMessageWithoutACopyAndGivesItsBuffersBack) {
  auto pool = BufferPool::create({});
  ASSERT_TRUE(pool.ok());
  {
    absl::Cord all;
    for (MessageBuilder& message : sampleBuilders(pool->handle())) {
      all.Append(marshalCord(message));
    }
    EXPECT_EQ(all, absl::string_view(sampleStream()));
    EXPECT_NE(support::heldOf(*pool), 0u);
  }
  EXPECT_EQ(support::heldOf(*pool), 0u);
}

}  // namespace
}  // namespace capstan
