// SPDX-License-Identifier: Apache-2.0
#include "capstan/message/decoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "capstan/codec/iostream_stream.h"
#include "capstan/codec/memory_stream.h"
#include "capstan/codec/packed_stream.h"
#include "capstan/message/packed.h"
#include "capstan/pool/buffer_pool.h"
#include "tests/message/stream_sample.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/faulty_stream.h"
#include "tests/support/pool_use.h"

namespace capstan {
namespace {

using ::testing::HasSubstr;

std::string packedStream() {
  std::string stream;
  for (std::size_t i = 0; i < kStreamSamples.size(); ++i) {
    MessageBuilder message(streamSampleOptions(i));
    buildSample(message, i, kStreamSamples[i]);
    appendPackedTo(message, stream);
  }
  return stream;
}

// Reads samples until the end or an error; a source that is not ready is asked again.
struct Read {
  std::size_t messages = 0;
  absl::Status status;
};
Read readAll(Decoder& decoder) {
  Read read;
  for (;;) {
    const absl::StatusOr<bool> got = decoder.next();
    if (absl::IsUnavailable(got.status())) continue;
    read.status = got.status();
    if (!got.ok() || !*got) return read;
    expectSample(decoder.getRoot<schema::Node>(), read.messages, kStreamSamples[read.messages]);
    ++read.messages;
  }
}

// Bytes a call, and how often the source is not ready.
const std::vector<support::StreamFaults> kSchedules = {
    {},
    {.maxBytes = 1},
    {.maxBytes = 3, .unavailableEvery = 2},
    {.maxBytes = 8},
    {.maxBytes = 1000, .unavailableEvery = 3},
};

TEST(Decoder, ReadsEachMessageWhateverTheSourceGivesAtATime) {
  const std::string stream = sampleStream();
  for (const support::StreamFaults& faults : kSchedules) {
    support::FaultySource source(stream, faults);
    Decoder decoder(source);
    const Read read = readAll(decoder);
    EXPECT_TRUE(read.status.ok()) << read.status;
    EXPECT_EQ(read.messages, kStreamSamples.size());
    EXPECT_EQ(readAll(decoder).messages, 0u);
  }
}

TEST(Decoder, ReadsPackedStreamsThroughAPackedSource) {
  const std::string stream = packedStream();
  for (const support::StreamFaults& faults : kSchedules) {
    support::FaultySource source(stream, faults);
    PackedSource unpacked(source);
    Decoder decoder(unpacked);
    const Read read = readAll(decoder);
    EXPECT_TRUE(read.status.ok()) << read.status;
    EXPECT_EQ(read.messages, kStreamSamples.size());
  }
}

TEST(Decoder, AStreamCutAtAnyByteIsAnErrorExceptBetweenMessages) {
  const std::string stream = framedSample(0) + framedSample(1) + framedSample(2);
  const std::size_t first = framedSample(0).size();
  const std::size_t second = first + framedSample(1).size();
  for (std::size_t length = 0; length < stream.size(); ++length) {
    MemorySource source(Bytes(std::string_view(stream).substr(0, length)));
    Decoder decoder(source);
    const Read read = readAll(decoder);
    EXPECT_EQ(read.messages, length < first ? 0u : length < second ? 1u : 2u);
    const bool isClean = length == 0 || length == first || length == second;
    EXPECT_EQ(read.status.ok(), isClean) << length;
    if (!isClean) {
      EXPECT_EQ(read.status.code(), absl::StatusCode::kDataLoss) << read.status;
    }
  }
}

TEST(Decoder, APackedStreamCutAtAnyByteIsAnErrorExceptBetweenMessages) {
  const std::string stream = packedStream();
  std::size_t clean = 0;
  for (std::size_t length = 0; length <= stream.size(); ++length) {
    MemorySource source(Bytes(std::string_view(stream).substr(0, length)));
    PackedSource unpacked(source);
    Decoder decoder(unpacked);
    const Read read = readAll(decoder);
    clean += read.status.ok();
  }
  EXPECT_EQ(clean, kStreamSamples.size() + 1);
}

TEST(Decoder, AFailureOfTheSourceAtAnyCallComesThroughAndLeaksNothing) {
  auto pool = BufferPool::create({});
  ASSERT_TRUE(pool.ok());
  const std::string stream = sampleStream();
  for (std::size_t call = 0;; ++call) {
    support::FaultySource source(stream, {.maxBytes = 700, .failsAtCall = call});
    {
      Decoder decoder(source, {}, pool->handle());
      const Read read = readAll(decoder);
      if (read.status.ok()) break;
      EXPECT_EQ(read.status.code(), absl::StatusCode::kAborted);
    }
    EXPECT_EQ(support::heldOf(*pool), 0u);
  }
  EXPECT_TRUE(pool->stats().isBalanced());
}

TEST(Decoder, StepsOverAMessageThatIsTooLarge) {
  const std::string stream = framedSample(0) + framedSample(5) + framedSample(0);
  for (const support::StreamFaults& faults : kSchedules) {
    support::FaultySource source(stream, faults);
    Decoder decoder(source, {.maxMessageWords = framedSample(3).size() / kBytesPerWord});
    const auto next = [&] {
      absl::StatusOr<bool> got = decoder.next();
      while (absl::IsUnavailable(got.status())) got = decoder.next();
      return got;
    };
    ASSERT_TRUE(*next());
    EXPECT_EQ(next().status().code(), absl::StatusCode::kResourceExhausted);
    ASSERT_TRUE(decoder.skip().ok());
    ASSERT_TRUE(*next());
    expectSample(decoder.getRoot<schema::Node>(), 0, 0);
    EXPECT_FALSE(*next());
  }
}

TEST(Decoder, SaysThatPackedBytesLookPacked) {
  const std::string stream = packedStream();
  MemorySource source{Bytes(stream)};
  Decoder decoder(source);
  const absl::StatusOr<bool> got = decoder.next();
  ASSERT_FALSE(got.ok());
  EXPECT_THAT(got.status().ToString(), HasSubstr("packed"));
}

TEST(Decoder, ReadsStandardStreams) {
  std::istringstream stream(sampleStream());
  IstreamSource source(stream);
  Decoder decoder(source);
  EXPECT_EQ(readAll(decoder).messages, kStreamSamples.size());
}

TEST(Decoder, AllocatesNothingInTheSteadyState) {
  CAPSTAN_REQUIRE_ALLOCATION_COUNTER_OR_SKIP();
  std::string stream;
  for (int i = 0; i < 200; ++i) stream += framedSample(1);
  MemorySource source{Bytes(stream)};
  Decoder decoder(source);
  bool isRight = true;
  for (int i = 0; i < 100; ++i) isRight = isRight && *decoder.next();
  const support::AllocationCounter counter;
  for (int i = 0; i < 100; ++i) {
    isRight = isRight && *decoder.next() && isSample(decoder.getRoot<schema::Node>(), 1, 3);
  }
  EXPECT_EQ(counter.count(), 0u);
  EXPECT_TRUE(isRight);
}

}  // namespace
}  // namespace capstan
