// SPDX-License-Identifier: Apache-2.0
// Messages that own their bytes, read<T>, tryBuild, setRoot.
#include "capstan/message/owned.h"

#include <gtest/gtest.h>

#include <thread>

#include "capstan/message/read.h"
#include "capstan/message/try_build.h"
#include "tests/message/sample.h"
#include "tests/support/wire_words.h"

namespace capstan {
namespace {

using support::framed;
using support::structPointer;
using support::Words;

Buffer sampleBuffer(std::uint64_t id, std::uint32_t children) {
  MessageBuilder message(smallSegments());
  buildSample(message, id, children);
  return *marshal(message);
}

TEST(Owned, MovesAndKeepsItsViews) {
  auto opened = unmarshalOwned<schema::Node>(sampleBuffer(8, 50));
  ASSERT_TRUE(opened.ok());
  Owned<schema::Node> first = *std::move(opened);
  const schema::Node::Reader root = first.get();
  Owned<schema::Node> second = std::move(first);
  EXPECT_TRUE(first.empty());  // NOLINT: that is what is tested
  std::vector<Owned<schema::Node>> queue;
  queue.push_back(std::move(second));
  queue.reserve(100);
  expectSample(root, 8, 50);
  expectSample(*queue.front(), 8, 50);
  EXPECT_EQ(queue.front()->getId(), 8u);
  EXPECT_TRUE(queue.front().status().ok());
}

TEST(Owned, CrossesThreads) {
  auto opened = unmarshalOwned<schema::Node>(sampleBuffer(8, 50));
  ASSERT_TRUE(opened.ok());
  std::thread([held = *std::move(opened)] { EXPECT_TRUE(isSample(*held, 8, 50)); }).join();
}

TEST(Owned, RefusesWhatCannotBeOpened) {
  Buffer cut = sampleBuffer(8, 50);
  ASSERT_TRUE(cut.resize(cut.sizeBytes() - 8));
  EXPECT_EQ(unmarshalOwned<schema::Node>(std::move(cut)).status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_FALSE(unmarshalOwned<schema::Node>(Buffer()).ok());
}

TEST(Clone, OutlivesItsSource) {
  absl::StatusOr<Owned<schema::Node>> copy;
  {
    MessageBuilder message;
    buildSample(message, 8, 50);
    copy = clone<schema::Node>(message.getRootReader<schema::Node>());
  }
  ASSERT_TRUE(copy.ok()) << copy.status();
  expectSample(**copy, 8, 50);
  EXPECT_TRUE(copy->status().ok());
}

TEST(Clone, IsWholeWhereItsSourceIsFaulty) {
  auto bytes = sampleBytes(8, 3);
  // The pointer of the display name leads outside.
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  const StructReader root = reader.root().getStruct();
  const auto at = static_cast<std::size_t>(root.pointerSection() - bytes.data());
  for (std::size_t i = 0; i < 4; ++i) bytes[at + i] |= std::byte{0xFC};
  bytes[at + 3] = std::byte{0x7F};
  ASSERT_TRUE(reader.reopen(bytes).ok());
  const auto copy = clone<schema::Node>(reader.getRoot<schema::Node>());
  ASSERT_TRUE(copy.ok());
  EXPECT_EQ(reader.fault().kind, FaultKind::kListOutOfBounds);
  EXPECT_EQ((*copy)->getDisplayName(), "");
  EXPECT_EQ((*copy)->getNestedNodes().size(), 3u);
  EXPECT_EQ((*copy)->getNestedNodes()[2].getName(), childName(2));
  EXPECT_TRUE(copy->status().ok());
}

TEST(Read, CallsWithTheRootAndReturnsOk) {
  const auto bytes = sampleBytes(8, 3);
  std::uint64_t id = 0;
  EXPECT_TRUE(
      read<schema::Node>(bytes, [&](schema::Node::Reader node) { id = node.getId(); }).ok());
  EXPECT_EQ(id, 8u);
}

TEST(Read, DoesNotCallForWhatCannotBeOpened) {
  bool isCalled = false;
  const auto fn = [&](schema::Node::Reader) { isCalled = true; };
  const std::vector<std::byte> bytes(7);
  EXPECT_EQ(read<schema::Node>(bytes, fn).code(), absl::StatusCode::kInvalidArgument);
  const auto large = sampleBytes(8, 50);
  EXPECT_EQ(read<schema::Node>(large, fn, {.maxMessageWords = 10}).code(),
            absl::StatusCode::kResourceExhausted);
  EXPECT_FALSE(isCalled);
}

TEST(Read, ReturnsTheFaultBeforeWhatTheFunctionSays) {
  const auto bytes = framed({Words{structPointer(5, 1, 0)}});
  const auto getId = [](schema::Node::Reader node) {
    node.getId();
    return absl::NotFoundError("mine");
  };
  EXPECT_EQ(read<schema::Node>(bytes, getId).code(), absl::StatusCode::kInvalidArgument);
  const auto good = sampleBytes(8, 3);
  EXPECT_EQ(read<schema::Node>(good, getId).code(), absl::StatusCode::kNotFound);
}

TEST(Read, AnEmptyMessageIsAFaultNotACrash) {
  const auto bytes = framed({Words{}});
  EXPECT_EQ(read<schema::Node>(bytes, [](schema::Node::Reader) {}).code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(TryBuild, TurnsExhaustionIntoAStatus) {
  if constexpr (kExceptions) {
    alignas(8) std::byte memory[512];
    MessageBuilder message({.growth = GrowthPolicy::kFixed, .firstSegment = memory});
    const absl::Status built = tryBuild([&] { buildSample(message, 5, 100); });
    EXPECT_EQ(built.code(), absl::StatusCode::kResourceExhausted);
    message.reset();
    EXPECT_TRUE(tryBuild([&] { buildSample(message, 5, 2); }).ok());
    expectSample(message.getRootReader<schema::Node>(), 5, 2);
  }
}

TEST(SetRoot, CopiesAStructOfAnotherMessage) {
  MessageBuilder from(smallSegments());
  buildSample(from, 5, 30);
  MessageBuilder to;
  buildSample(to, 6, 10);
  to.setRoot<schema::Node>(from.getRootReader<schema::Node>());
  from.reset();
  expectSample(to.getRootReader<schema::Node>(), 5, 30);
}

TEST(SetRoot, TakesTextAndAnyPointer) {
  MessageBuilder message;
  message.setRoot<Text>("a text");
  EXPECT_EQ(message.getRootReader<Text>(), "a text");
  MessageBuilder other;
  other.setRoot<AnyPointer>(message.getRootReader());
  EXPECT_EQ(other.getRootReader<Text>(), "a text");
  EXPECT_TRUE(other.getRoot().asReader().isList());
}

TEST(GetRoot, MakesTheRootOnceAndKeepsIt) {
  MessageBuilder message;
  message.getRoot<schema::Node>().setId(4);
  EXPECT_EQ(message.getRoot<schema::Node>().getId(), 4u);
  const std::uint64_t words = message.sizeWords();
  message.getRoot<schema::Node>();
  EXPECT_EQ(message.sizeWords(), words);
}

}  // namespace
}  // namespace capstan
