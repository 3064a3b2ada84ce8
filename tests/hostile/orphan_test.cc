// SPDX-License-Identifier: Apache-2.0
// Orphans made of hostile messages: what is malformed is copied as null, its fault stays in the
// source, and what it makes grow is bounded by the source's budget.
#include <gtest/gtest.h>

#include "capstan/layout/orphanage.h"
#include "capstan/message/message_builder.h"
#include "capstan/message/message_reader.h"
#include "tests/support/wire_words.h"

namespace capstan {
namespace {

using namespace support;

MessageReader readerOf(const std::vector<std::byte>& bytes, const ReaderOptions& options = {}) {
  MessageReader reader(options);
  EXPECT_TRUE(reader.reopen(bytes).ok());
  return reader;
}

TEST(HostileOrphan, AMalformedRootIsCopiedAsNull) {
  const std::uint64_t roots[] = {
      structPointer(1, 1, 0),                  // ends behind the segment
      listPointer(0, 7, 0),                    // a composite list without its tag
      WirePointer::toFar(false, 0, 1).bits(),  // an unknown segment
      WirePointer::toFar(true, 0, 0).bits(),   // a landing pad that ends behind the segment
      0x0000'0000'0000'0013,                   // of no known kind
  };
  for (const std::uint64_t root : roots) {
    const auto bytes = framed({Words{root}});
    const MessageReader reader = readerOf(bytes);
    MessageBuilder message;
    const auto orphan = message.newOrphanCopy<AnyPointer>(reader.getRoot());
    EXPECT_TRUE(orphan.isNull()) << std::hex << root;
    EXPECT_TRUE(reader.fault()) << std::hex << root;
    EXPECT_FALSE(message.arena().fault());
    EXPECT_EQ(message.sizeWords(), 1u);
  }
}

TEST(HostileOrphan, AMalformedPartIsNullInTheCopy) {
  // A struct with a text, and a pointer to nowhere.
  const auto bytes = framed({Words{structPointer(0, 0, 2), listPointer(1, 2, 3),
                                   structPointer(1000, 1, 0), textWord("ab")}});
  const MessageReader reader = readerOf(bytes);
  MessageBuilder message;
  const auto orphan = message.newOrphanCopy<AnyStruct>(reader.getRoot<AnyStruct>());
  const auto pointers = orphan.getReader().pointers();
  EXPECT_EQ(pointers[0].getAs<Text>(), "ab");
  EXPECT_TRUE(pointers[1].isNull());
  EXPECT_EQ(reader.fault().kind, FaultKind::kStructOutOfBounds);
  EXPECT_FALSE(message.arena().fault());
}

TEST(HostileOrphan, AmplificationIsBoundedByTheSourcesBudget) {
  // A list of pointers that all lead to one large text.
  constexpr std::uint64_t kPointers = 500;
  constexpr std::uint64_t kTextWords = 1000;
  Words words = {listPointer(0, 6, kPointers)};
  for (std::uint64_t i = 0; i < kPointers; ++i) {
    words.push_back(listPointer(static_cast<std::int64_t>(kPointers - i - 1), 2, kTextWords * 8));
  }
  words.insert(words.end(), kTextWords, 0);
  const auto bytes = framed({words});
  ReaderOptions options;
  options.traversalLimitWords = 20'000;

  const MessageReader copied = readerOf(bytes, options);
  MessageBuilder copy;
  const auto orphan = copy.newOrphanCopy<List<Data>>(copied.getRoot<List<Data>>());
  EXPECT_EQ(copied.fault().kind, FaultKind::kTraversalLimit);
  EXPECT_LE(copy.sizeWords(), 20'001u);
  EXPECT_FALSE(orphan.getReader()[0].empty());
  EXPECT_TRUE(orphan.getReader()[kPointers - 1].empty());

  const MessageReader joined = readerOf(bytes, options);
  MessageBuilder whole;
  const auto list = joined.getRoot<List<Data>>();
  const auto concat = whole.orphanage().newOrphanConcat<Data>({list, list});
  EXPECT_EQ(joined.fault().kind, FaultKind::kTraversalLimit);
  EXPECT_LE(whole.sizeWords(), 20'001u + 2 * kPointers);
  EXPECT_EQ(concat.getReader().size(), 2 * kPointers);
}

TEST(HostileOrphan, ACopyOfBytesThatAreNoTextIsRefusedWhenItIsRead) {
  const auto bytes = framed({Words{listPointer(0, 2, 8), ~std::uint64_t{0}}});
  const MessageReader reader = readerOf(bytes);
  MessageBuilder message;
  auto any = message.newOrphanCopy<AnyPointer>(reader.getRoot());
  EXPECT_TRUE(reader.status().ok());
  EXPECT_TRUE(any.isList());
  EXPECT_EQ(any.getReaderAs<Text>(), "");
  EXPECT_EQ(message.arena().fault().kind, FaultKind::kTextNotTerminated);
  EXPECT_EQ(any.getReaderAs<Data>().size(), 8u);
  EXPECT_TRUE(any.getBuilderAs<Text>().empty());
}

// Reads `orphan` as a T. Returns: the fault that this leaves in its message.
template <typename T>
FaultKind faultOf(MessageBuilder& message, const Orphan<AnyPointer>& orphan) {
  EXPECT_TRUE(orphan.getReaderAs<T>().empty());
  return message.arena().fault().kind;
}

TEST(HostileOrphan, IsReadAsItsKindOnly) {
  MessageBuilder a;
  EXPECT_EQ(faultOf<List<Text>>(a, a.newOrphan<AnyStruct>(StructSize{1, 1})),
            FaultKind::kExpectedList);
  MessageBuilder b;
  EXPECT_EQ(faultOf<Data>(b, b.newOrphan<List<std::uint16_t>>(3)), FaultKind::kExpectedData);
  MessageBuilder c;
  EXPECT_EQ(faultOf<Text>(c, c.newOrphan<List<std::uint16_t>>(3)), FaultKind::kExpectedText);
  MessageBuilder d;
  EXPECT_EQ(faultOf<List<std::uint64_t>>(d, d.newOrphan<List<std::uint16_t>>(3)),
            FaultKind::kIncompatibleElementSize);
  MessageBuilder e;
  EXPECT_EQ(faultOf<Text>(e, e.newOrphan<Capability>(3u)), FaultKind::kExpectedText);
  MessageBuilder f;
  const Orphan<AnyPointer> data = f.newOrphan<Data>(8);
  EXPECT_TRUE(data.getReaderAs<AnyStruct>().data().empty());
  EXPECT_EQ(f.arena().fault().kind, FaultKind::kExpectedStruct);
}

}  // namespace
}  // namespace capstan
