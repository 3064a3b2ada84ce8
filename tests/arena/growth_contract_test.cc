// SPDX-License-Identifier: Apache-2.0
// What every growth policy promises: one suite, once per policy.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "capstan/arena/exhaustion.h"
#include "capstan/message/marshal.h"
#include "capstan/message/message_reader.h"
#include "tests/arena/refusing_upstream.h"

namespace capstan {
namespace {

constexpr std::size_t kCallerBytes = 1 << 20;

// Each policy: its options; `memory` is for those that take the caller's.
struct MultiSegment {
  static ArenaOptions options(std::span<std::byte>) { return {}; }
};
struct ManySegments {
  static ArenaOptions options(std::span<std::byte>) {
    return {.firstSegmentWords = 1, .maxSegmentWords = 64};
  }
};
struct SingleSegment {
  static ArenaOptions options(std::span<std::byte>) {
    return {.growth = GrowthPolicy::kSingleSegment, .firstSegmentWords = 1};
  }
};
struct Fixed {
  static ArenaOptions options(std::span<std::byte> memory) {
    return {.growth = GrowthPolicy::kFixed, .firstSegment = memory};
  }
};
struct FixedWithHeaderRoom {
  static ArenaOptions options(std::span<std::byte> memory) {
    return {
        .growth = GrowthPolicy::kFixed, .firstSegment = memory, .headerRoomInCallerMemory = true};
  }
};
struct CallersFirstSegment {
  static ArenaOptions options(std::span<std::byte> memory) {
    return {.firstSegment = memory.first(100)};
  }
};
struct LimitedMultiSegment {
  static ArenaOptions options(std::span<std::byte>) {
    return {.firstSegmentWords = 1, .maxMessageWords = 100'000};
  }
};

template <typename Policy>
class GrowthContract : public testing::Test {
 protected:
  std::vector<std::byte> memory_ = std::vector<std::byte>(kCallerBytes, std::byte{0xEE});
  BufferPool pool_ = poolOver();
  ArenaOptions options_ = Policy::options(memory_);
};

using Policies = testing::Types<MultiSegment, ManySegments, SingleSegment, Fixed,
                                FixedWithHeaderRoom, CallersFirstSegment, LimitedMultiSegment>;
TYPED_TEST_SUITE(GrowthContract, Policies);

// A list of texts of growing length.
void build(MessageBuilder& message, std::uint32_t texts) {
  const ListBuilder list = message.root().initList(ElementSize::kPointer, texts);
  for (std::uint32_t i = 0; i < texts; ++i) {
    list.pointerAtUnchecked(i).setText(std::string(i % 50, static_cast<char>('a' + i % 26)));
  }
}

void expectTexts(MessageBuilder& message, std::uint32_t texts) {
  const auto bytes = marshal(message);
  ASSERT_TRUE(bytes.ok());
  MessageReader reader(ReaderOptions{.maxMessageWords = kUnlimited});
  ASSERT_TRUE(reader.reopen(*bytes).ok());
  const ListReader list = reader.root().getList(ElementSize::kPointer);
  ASSERT_EQ(list.size(), texts);
  for (std::uint32_t i = 0; i < texts; ++i) {
    ASSERT_EQ(list.pointerAtUnchecked(i).getText(),
              std::string(i % 50, static_cast<char>('a' + i % 26)));
  }
  EXPECT_TRUE(reader.status().ok()) << reader.status();
}

TYPED_TEST(GrowthContract, WhatIsBuiltIsReadBack) {
  MessageBuilder message(this->options_, this->pool_);
  build(message, 3000);
  expectTexts(message, 3000);
}

TYPED_TEST(GrowthContract, ANewMessageIsANullRoot) {
  MessageBuilder message(this->options_, this->pool_);
  EXPECT_TRUE(message.root().isNull());
  EXPECT_EQ(message.sizeWords(), 1u);
  EXPECT_EQ(marshalledBytes(message), 16u);
}

TYPED_TEST(GrowthContract, ResetStartsOverWithoutAnyOldByte) {
  MessageBuilder message(this->options_, this->pool_);
  for (int round = 0; round < 5; ++round) {
    build(message, 500);
    message.reset();
    EXPECT_TRUE(message.root().isNull());
    EXPECT_EQ(message.sizeWords(), 1u);
    const ListBuilder list = message.root().initList(ElementSize::kEightBytes, 20);
    for (std::uint32_t i = 0; i < 20; ++i) EXPECT_EQ(list.dataAtUnchecked<std::uint64_t>(i), 0u);
    message.reset();
    build(message, 100);
    expectTexts(message, 100);
    message.reset();
  }
}

TYPED_TEST(GrowthContract, TheSameMessageIsTheSameBytesAfterReset) {
  MessageBuilder message(this->options_, this->pool_);
  build(message, 20);
  std::string first;
  appendTo(message, first);
  for (int round = 0; round < 3; ++round) {
    message.reset();
    build(message, 20);
    std::string again;
    appendTo(message, again);
    EXPECT_EQ(again.size(), first.size());
  }
}

TYPED_TEST(GrowthContract, NothingIsHeldOfThePoolAfterDestruction) {
  {
    MessageBuilder message(this->options_, this->pool_);
    build(message, 3000);
    message.reset();
    build(message, 300);
  }
  EXPECT_EQ(heldOf(this->pool_), 0u);
  EXPECT_TRUE(this->pool_.stats().isBalanced());
}

TYPED_TEST(GrowthContract, AnUnusedBuilderTakesNothing) {
  MessageBuilder message(this->options_, this->pool_);
  EXPECT_EQ(heldOf(this->pool_), 0u);
  message.reset();
  EXPECT_EQ(heldOf(this->pool_), 0u);
}

TYPED_TEST(GrowthContract, EachResetIsANewEpoch) {
  MessageBuilder message(this->options_, this->pool_);
  const std::uint32_t before = message.arena().epoch();
  message.reset();
  EXPECT_EQ(message.arena().epoch(), before + 1);
  build(message, 1);
  message.reset();
  EXPECT_EQ(message.arena().epoch(), before + 2);
  message.detach();
  EXPECT_EQ(message.arena().epoch(), before + 3);
}

TYPED_TEST(GrowthContract, AnObjectAboveTheFormatsLimitIsExhaustionAndLeavesTheMessage) {
  MessageBuilder message(this->options_, this->pool_);
  build(message, 10);
  const PointerBuilder root = message.root();
  EXPECT_THROW(root.initList(ElementSize::kByte, kMaxListSize + 1), ArenaExhausted);
  EXPECT_THROW(root.initStructList(kMaxListSize, {1, 1}), ArenaExhausted);
  EXPECT_THROW(root.initStructList(0x1000'0000, {65535, 65535}), ArenaExhausted);
  EXPECT_THROW(root.initText(kMaxListSize), ArenaExhausted);
  EXPECT_THROW(root.initText(~std::size_t{0}), ArenaExhausted);
  EXPECT_THROW(root.initData(std::size_t{kMaxListSize} + 1), ArenaExhausted);
  EXPECT_THROW(root.initDataUninitialized(~std::size_t{0}), ArenaExhausted);
  expectTexts(message, 10);
}

TYPED_TEST(GrowthContract, ReservedWordsDoNotFail) {
  RefusingUpstream upstream;
  BufferPool pool = poolOver(&upstream);
  for (const std::uint32_t words : {1u, 10u, 63u, 64u, 1000u, 1022u, 1023u, 5000u}) {
    for (const bool someBefore : {false, true}) {
      upstream.allowAll();
      MessageBuilder message(this->options_, pool);
      const ListBuilder list =
          message.root().initList(ElementSize::kPointer, someBefore ? 5000 : 0);
      if (!message.reserve(words).ok()) continue;
      upstream.allow(0);
      // Objects of one word each: the most landing pads that there can be.
      for (std::uint32_t i = 0; someBefore && i < words && i < list.size(); ++i) {
        ASSERT_NO_THROW(list.pointerAtUnchecked(i).setText("1234567")) << words << " at " << i;
      }
      upstream.allowAll();
    }
  }
}

TYPED_TEST(GrowthContract, ReservedAtTheStartAreOneSegmentWithoutFarPointers) {
  for (const std::uint32_t words : {1u, 12u, 100u, 1023u, 5000u}) {
    MessageBuilder message(this->options_, this->pool_);
    const bool fits = message.root().segment()->freeWords() >= words;
    // A caller's first segment stays as large as it is.
    if (!fits && !this->options_.firstSegment.empty()) continue;
    if (!message.reserve(words).ok()) continue;
    message.root().initData(words * std::size_t{8});
    EXPECT_EQ(message.arena().segmentCount(), 1u);
    EXPECT_EQ(message.root().asReader().word().kind(), PointerKind::kList);
    EXPECT_EQ(message.sizeWords(), words + 1);
  }
}

TYPED_TEST(GrowthContract, AReserveThatFailsLeavesTheMessage) {
  MessageBuilder message(this->options_, this->pool_);
  build(message, 10);
  const std::uint64_t words = message.sizeWords();
  EXPECT_EQ(message.reserve(std::uint64_t{1} << 40).code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(message.reserve(~std::uint64_t{0}).code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(message.reserve(kMaxSegmentWords).code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(message.sizeWords(), words);
  expectTexts(message, 10);
}

// Each allocation of upstream refused in turn: what was built stays, and after a reset the message
// can be built whole.
TYPED_TEST(GrowthContract, EachRefusedAllocationLeavesAValidMessage) {
  bool finished = false;
  for (std::uint64_t n = 0; n < 200 && !finished; ++n) {
    RefusingUpstream upstream;
    BufferPool pool = poolOver(&upstream);
    {
      MessageBuilder message(this->options_, pool);
      upstream.allow(n);
      try {
        build(message, 2000);
        finished = true;
      } catch (const ArenaExhausted&) {
        upstream.allowAll();
        MessageReader reader(ReaderOptions{.maxMessageWords = kUnlimited});
        const auto bytes = marshal(message);
        ASSERT_TRUE(bytes.ok());
        ASSERT_TRUE(reader.reopen(*bytes).ok());
        const ListReader list = reader.root().getList(ElementSize::kPointer);
        for (std::uint32_t i = 0; i < list.size(); ++i) list.pointerAtUnchecked(i).getText();
        EXPECT_TRUE(reader.status().ok()) << reader.status();
      }
      upstream.allowAll();
      message.reset();
      build(message, 2000);
      expectTexts(message, 2000);
    }
    EXPECT_EQ(heldOf(pool), 0u);
  }
  EXPECT_TRUE(finished);
}

}  // namespace
}  // namespace capstan
