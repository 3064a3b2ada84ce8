// SPDX-License-Identifier: Apache-2.0
// The words that objects take, as a program computes them for reserve.
#include <gtest/gtest.h>

#include <array>

#include "capstan/layout/words.h"
#include "tests/arena/refusing_upstream.h"
#include "tests/message/sample.h"

namespace capstan {
namespace {

using schema::Node;

static_assert(structWords<Node>() == Node::kWords);
static_assert(textWords(0) == 1 && textWords(7) == 1 && textWords(8) == 2);
static_assert(dataWords(0) == 0 && dataWords(8) == 1 && dataWords(9) == 2);
static_assert(listWords<Node>(0) == 1 && listWords<Node>(3) == 1 + 3 * Node::kWords);
static_assert(listWords<bool>(64) == 1 && listWords<bool>(65) == 2);
static_assert(listWords<Void>(100) == 0);
static_assert(listWords<std::uint16_t>(5) == 2 && listWords<double>(3) == 3);
static_assert(listWords<Text>(4) == 4 && listWords<List<Node>>(4) == 4);

// The words of a sample of buildSample.
std::uint64_t sampleWords(std::uint32_t children) {
  std::uint64_t words = Node::kWords + textWords(6) + listWords<Node::NestedNode>(children);
  for (std::uint32_t i = 0; i < children; ++i) words += textWords(childName(i).size());
  return words;
}

TEST(ReserveWords, AreExactlyWhatIsBuilt) {
  for (const std::uint32_t children : {0u, 1u, 7u, 300u}) {
    MessageBuilder message;
    ASSERT_TRUE(message.reserve(sampleWords(children)).ok());
    buildSample(message, 3, children);
    EXPECT_EQ(message.arena().segmentCount(), 1u);
    EXPECT_EQ(message.sizeWords(), 1 + sampleWords(children));
  }
}

TEST(ReserveWords, CannotFailOnceTheyAreReserved) {
  const ArenaOptions policies[] = {{},
                                   {.firstSegmentWords = 1, .maxSegmentWords = 4096},
                                   {.growth = GrowthPolicy::kSingleSegment}};
  for (const ArenaOptions& options : policies) {
    RefusingUpstream upstream;
    const BufferPool pool = poolOver(&upstream);
    MessageBuilder message(options, pool);
    ASSERT_TRUE(message.reserve(sampleWords(200)).ok());
    upstream.allow(0);
    buildSample(message, 3, 200);
    upstream.allowAll();
    expectSample(message.getRootReader<Node>(), 3, 200);
  }
}

TEST(ReserveWords, FitAFixedArenaOfThatSize) {
  alignas(8) static std::array<std::byte, 1 << 16> memory;
  const std::size_t bytes = (1 + sampleWords(50)) * kBytesPerWord;
  MessageBuilder message(
      {.growth = GrowthPolicy::kFixed, .firstSegment = std::span(memory).first(bytes)});
  EXPECT_TRUE(message.reserve(sampleWords(50)).ok());
  EXPECT_EQ(message.reserve(sampleWords(50) + 1).code(), absl::StatusCode::kResourceExhausted);
  buildSample(message, 3, 50);
  EXPECT_EQ(message.arena().first().freeWords(), 0u);
}

TEST(ReserveWords, AreRefusedAboveTheLimitOfTheMessage) {
  MessageBuilder message({.maxMessageWords = sampleWords(50)});
  EXPECT_EQ(message.reserve(sampleWords(50)).code(), absl::StatusCode::kResourceExhausted)
      << "the root pointer takes a word";
  EXPECT_TRUE(message.reserve(sampleWords(50) - 1).ok());
}

}  // namespace
}  // namespace capstan
