// SPDX-License-Identifier: Apache-2.0
// tryCopy: whole, or nothing changed; and what setters make of the same sources.
#include "capstan/message/try_copy.h"

#include <gtest/gtest.h>

#include "tests/message/sample.h"
#include "tests/support/misuse_catcher.h"
#include "tests/support/wire_words.h"

namespace capstan {
namespace {

using namespace support;
using schema::Node;

std::vector<std::byte> contentOf(MessageBuilder& message) {
  const auto bytes = marshal(message);
  return {bytes->bytes().begin(), bytes->bytes().end()};
}

// A sample whose last child's name leads out of its segment.
std::vector<std::byte> faultySample() {
  MessageBuilder message;
  buildSample(message, 3, 10);
  const auto child = message.getRoot<Node>().getNestedNodes()[9];
  WirePointer::toList(1 << 20, ElementSize::kByte, 8)
      .store(child.raw().pointer(Node::NestedNode::Slots::kName).at());
  return contentOf(message);
}

// Tries to copy into a message that holds another sample. `copy` gets it and the source.
template <typename Copy>
void expectAllOrNothing(Copy copy) {
  const auto good = sampleBytes(3, 10);
  const auto bad = faultySample();
  for (const ArenaOptions& options : {ArenaOptions{}, smallSegments()}) {
    MessageBuilder message(options);
    buildSample(message, 7, 20);
    MessageReader reader;
    ASSERT_TRUE(reader.reopen(bad).ok());
    const std::uint64_t words = message.sizeWords();
    const absl::Status refused = copy(message, reader);
    EXPECT_EQ(refused.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(refused, reader.status()) << "it is the source's fault, and stays there";
    expectSample(message.getRootReader<Node>(), 7, 20);
    EXPECT_EQ(message.sizeWords(), words);
    ASSERT_TRUE(reader.reopen(good).ok());
    EXPECT_EQ(copy(message, reader), absl::OkStatus());
    EXPECT_NE(message.sizeWords(), words);
  }
}

TEST(TryCopy, OfARoot) {
  expectAllOrNothing([](MessageBuilder& to, const MessageReader& from) {
    return tryCopy(to, from.getRoot<Node>());
  });
  expectAllOrNothing(
      [](MessageBuilder& to, const MessageReader& from) { return tryCopy(to, from.getRoot()); });
}

TEST(TryCopy, OfAStructAListAndAPointer) {
  expectAllOrNothing([](MessageBuilder& to, const MessageReader& from) {
    return tryCopy(to.root(), from.root().getStruct());
  });
  expectAllOrNothing([](MessageBuilder& to, const MessageReader& from) {
    return tryCopy(to.root(), from.root());
  });
  expectAllOrNothing([](MessageBuilder& to, const MessageReader& from) {
    return tryCopy(to.getRoot(), from.root());
  });
  expectAllOrNothing([](MessageBuilder& to, const MessageReader& from) {
    return tryCopy(to.getRoot<Node>(), Node::Slots::kNestedNodes,
                   from.getRoot<Node>().getNestedNodes());
  });
}

TEST(TryCopy, OverAnElementOfAList) {
  const auto bad = faultySample();
  const auto good = sampleBytes(3, 10);
  for (const ArenaOptions& options : {ArenaOptions{}, smallSegments()}) {
    MessageBuilder message(options);
    buildSample(message, 7, 20);
    const auto list = message.getRoot<Node>().getNestedNodes();
    MessageReader reader;
    ASSERT_TRUE(reader.reopen(bad).ok());
    const absl::Status refused = tryCopy(list, 5, reader.getRoot<Node>().getNestedNodes()[9]);
    EXPECT_EQ(refused.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(refused, reader.status());
    expectSample(message.getRootReader<Node>(), 7, 20);
    ASSERT_TRUE(reader.reopen(good).ok());
    EXPECT_EQ(tryCopy(list, 5, reader.getRoot<Node>().getNestedNodes()[9]), absl::OkStatus());
    EXPECT_EQ(list[5].getName(), childName(9));
    EXPECT_EQ(list[5].getId(), 12u);
    EXPECT_EQ(tryCopy(list, 4, list[4]), absl::OkStatus());
    EXPECT_EQ(list[4].getName(), childName(4));
    EXPECT_EQ(misuseOf([&] { static_cast<void>(tryCopy(list, 20, list[4])); }),
              misuseOf([&] { list.setTruncating(20, list[4]); }));
  }
}

TEST(TryCopy, OverAnElementThatIsTooSmallChangesNothing) {
  MessageBuilder newer;
  const StructBuilder source = newer.root().initStruct({2, 2});
  source.set(DataField<std::uint64_t>{0}, 11);
  source.pointer({.index = 1}).setText("of a newer schema");
  MessageBuilder message;
  buildSample(message, 7, 2);
  const auto list = message.getRoot<Node>().getNestedNodes();
  const Node::NestedNode::Reader from(source.asReader());
  EXPECT_EQ(tryCopy(list, 1, from).code(), absl::StatusCode::kInvalidArgument);
  expectSample(message.getRootReader<Node>(), 7, 2);
  source.pointer({.index = 1}).clear();
  EXPECT_EQ(tryCopy(list, 1, from), absl::OkStatus()) << "what is cut off is zero";
  EXPECT_EQ(list[1].getId(), 11u);
  EXPECT_FALSE(list[1].hasName());
  source.set(DataField<std::uint64_t>{1}, 1);
  EXPECT_EQ(tryCopy(list, 0, from).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(list[0].getName(), childName(0));
}

TEST(TryCopy, GivesTheSameAsSetting) {
  const auto bytes = sampleBytes(3, 10, smallSegments());
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  MessageBuilder set;
  MessageBuilder tried;
  set.setRoot<Node>(reader.getRoot<Node>());
  ASSERT_EQ(tryCopy(tried, reader.getRoot<Node>()), absl::OkStatus());
  EXPECT_EQ(contentOf(tried), contentOf(set));
}

TEST(TryCopy, SettersCopyTheMalformedPartAsNull) {
  const auto bad = faultySample();
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bad).ok());
  MessageBuilder message;
  message.setRoot<Node>(reader.getRoot<Node>());
  const auto children = message.getRoot<Node>().getNestedNodes();
  EXPECT_EQ(children[8].getName(), childName(8));
  EXPECT_FALSE(children[9].hasName());
  EXPECT_EQ(children[9].getId(), 12u);
  EXPECT_EQ(reader.fault().kind, FaultKind::kListOutOfBounds);
}

TEST(TryCopy, TheSourceMayLieInTheOldValue) {
  MessageBuilder message;
  buildSample(message, 3, 10);
  const auto list = message.getRoot<Node>().getNestedNodes().asReader();
  ASSERT_EQ(tryCopy(message, list), absl::OkStatus());
  EXPECT_EQ(message.getRootReader<List<Node::NestedNode>>()[9].getName(), childName(9));
}

TEST(TryCopy, OfALimitThatWasReachedChangesNothing) {
  const auto bytes = sampleBytes(3, 10);
  MessageReader reader(ReaderOptions{.traversalLimitWords = 40});
  ASSERT_TRUE(reader.reopen(bytes).ok());
  MessageBuilder message;
  message.setRoot<Text>("old");
  EXPECT_EQ(tryCopy(message, reader.getRoot<Node>()).code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(message.getRootReader<Text>(), "old");
}

TEST(TryCopy, OutOfMemoryIsAStatusThatChangesNothing) {
  if constexpr (!kExceptions) GTEST_SKIP() << "exhaustion does not throw in this build";
  const auto bytes = sampleBytes(3, 10);
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  for (std::size_t words = 3; words < bytes.size() / 8; ++words) {
    std::vector<std::byte> memory(words * 8 + 7);
    MessageBuilder message({.growth = GrowthPolicy::kFixed, .firstSegment = memory});
    message.setRoot<Text>("old");
    EXPECT_EQ(tryCopy(message, reader.getRoot<Node>()).code(),
              absl::StatusCode::kResourceExhausted);
    EXPECT_EQ(message.getRootReader<Text>(), "old");
    EXPECT_EQ(message.sizeWords(), 2u);
  }
}

TEST(TryCopy, AListThatIsInNoMessageBecomesNull) {
  MessageBuilder message;
  message.setRoot<Text>("old");
  EXPECT_EQ(tryCopy(message, Node::Reader().getNestedNodes()), absl::OkStatus());
  EXPECT_TRUE(message.root().isNull());
}

}  // namespace
}  // namespace capstan
