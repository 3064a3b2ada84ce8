// SPDX-License-Identifier: Apache-2.0
// Typed accessors over messages that another version of the schema, or nobody's schema, wrote.
#include <gtest/gtest.h>

#include "capstan/message/marshal.h"
#include "capstan/message/message_reader.h"
#include "capstan/schema/schema.capnp.h"
#include "tests/support/decoder_matrix.h"
#include "tests/support/wire_words.h"

namespace capstan {
namespace {

using namespace support;
using schema::Node;
using schema::Type;
using schema::Value;

void readAll(const Node::Reader& node) {
  EXPECT_EQ(node.getDisplayName(), "");
  EXPECT_EQ(node.getDisplayNamePrefixLength(), 0u);
  EXPECT_EQ(node.getNestedNodes().size(), 0u);
  EXPECT_EQ(node.getAnnotations().size(), 0u);
  EXPECT_FALSE(node.getIsGeneric());
  EXPECT_FALSE(node.hasDisplayName());
  EXPECT_EQ(node.getStruct().getFields().size(), 0u);
  EXPECT_EQ(node.getStruct().getDataWordCount(), 0u);
  EXPECT_EQ(node.getEnum().getEnumerants().size(), 0u);
  EXPECT_TRUE(node.getConst().getType().isVoid());
  EXPECT_EQ(node.getAnnotation().getTargetsStruct(), false);
}

TEST(TypedReading, AShorterStructReadsAsDefaultsBehindItsEnd) {
  for (std::uint64_t words = 0; words <= 1; ++words) {
    Words message = {structPointer(words == 0 ? -1 : 0, words, 0)};
    message.resize(1 + words, 7);
    forEveryAlignment(framed({message}), [&](std::span<const std::byte> bytes) {
      MessageReader reader;
      ASSERT_TRUE(reader.reopen(bytes).ok());
      const auto node = reader.getRoot<Node>();
      EXPECT_EQ(node.getId(), words == 0 ? 0u : 7u);
      readAll(node);
      EXPECT_TRUE(reader.status().ok());
    });
  }
}

TEST(TypedReading, EveryPrefixOfTheSectionsOfAStruct) {
  for (std::uint64_t dataWords = 0; dataWords <= Node::kDataWords + 1u; ++dataWords) {
    for (std::uint64_t pointers = 0; pointers <= Node::kPointers + 1u; ++pointers) {
      Words message = {structPointer(dataWords + pointers == 0 ? -1 : 0, dataWords, pointers)};
      message.resize(1 + dataWords + pointers, 0);
      const auto bytes = framed({message});
      GuardedBytes guarded(bytes);
      MessageReader reader;
      ASSERT_TRUE(reader.reopen(guarded.bytes()).ok());
      readAll(reader.getRoot<Node>());
      EXPECT_TRUE(reader.status().ok());
    }
  }
}

TEST(TypedReading, AnUnknownUnionMemberIsKeptAndAllMembersReadAsDefaults) {
  const auto words =
      Words{structPointer(0, 3, 1), ~0ull, ~0ull, ~0ull, listPointer(0, kBytes, 2), textWord("x")};
  const auto message = framed({words});
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(message).ok());
  const auto type = reader.getRoot<Type>();
  EXPECT_EQ(static_cast<std::uint16_t>(type.which()), 0xFFFF);
  EXPECT_FALSE(type.isVoid());
  EXPECT_FALSE(type.isList());
  EXPECT_TRUE(type.getList().getElementType().isVoid());
  EXPECT_EQ(type.getStruct().getTypeId(), 0u);
  EXPECT_EQ(type.getEnum().getBrand().getScopes().size(), 0u);
  EXPECT_TRUE(reader.status().ok()) << reader.status();
}

TEST(TypedReading, AnInactiveMemberReadsAsItsDefaultWhateverTheBytesSay) {
  // An int64 value: its bytes are also where the other numbers would stand.
  MessageBuilder message;
  message.initRoot<Value>().setInt64(-1);
  const auto value = message.getRootReader<Value>();
  EXPECT_EQ(value.getInt64(), -1);
  EXPECT_EQ(value.getUint64(), 0u);
  EXPECT_EQ(value.getInt32(), 0);
  EXPECT_EQ(value.getFloat64(), 0.0);
  EXPECT_FALSE(value.getBool());
  EXPECT_EQ(value.getText(), "");
  EXPECT_TRUE(value.getData().empty());
}

TEST(TypedReading, AListOfNumbersReadsAsStructsAndTheOtherWayRound) {
  const auto numbers = framed({{listPointer(0, kEights, 3), 1, 2, 3}});
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(numbers).ok());
  const auto nodes = reader.getRoot<List<Node>>();
  ASSERT_EQ(nodes.size(), 3u);
  EXPECT_EQ(nodes[2].getId(), 3u);
  readAll(nodes[2]);
  EXPECT_TRUE(reader.status().ok());
  MessageBuilder message;
  message.initRoot<List<Node>>(2)[1].setId(9);
  const auto ids = message.getRootReader<List<std::uint64_t>>();
  ASSERT_EQ(ids.size(), 2u);
  EXPECT_EQ(ids[1], 9u);
  EXPECT_FALSE(ids.hasSpan());
}

// The struct list's last element ends at the unreadable page; as a list of texts its pointers
// stand behind the data of each element.
TEST(TypedReading, AStructListReadAsTextsStaysInItsBounds) {
  const Words words = {listPointer(1, kStructs, 6),
                       textWord("text"),
                       structTag(2, 2, 1),
                       ~0ull,
                       ~0ull,
                       listPointer(-5, kBytes, 5),
                       ~0ull,
                       ~0ull,
                       listPointer(-8, kBytes, 5)};
  forEveryAlignment(framed({words}), [](std::span<const std::byte> bytes) {
    MessageReader reader;
    ASSERT_TRUE(reader.reopen(bytes).ok());
    const auto texts = reader.getRoot<List<Text>>();
    ASSERT_EQ(texts.size(), 2u);
    for (const Text& text : texts) EXPECT_EQ(text, "text");
    EXPECT_TRUE(reader.status().ok()) << reader.status();
    // Copying and measuring such a view is where reading past the end happened elsewhere.
    MessageBuilder copy;
    copy.setRoot<List<Text>>(texts);
    const auto copied = copy.getRootReader<List<Text>>();
    ASSERT_EQ(copied.size(), 2u);
    EXPECT_EQ(copied[1], "text");
  });
}

TEST(TypedReading, IterationOverAListIsTheSameAsIndexing) {
  MessageBuilder message;
  const auto list = message.initRoot<List<std::uint16_t>>(100);
  for (std::uint32_t i = 0; i < 100; ++i) list.set(i, static_cast<std::uint16_t>(i * 7));
  const auto read = message.getRootReader<List<std::uint16_t>>();
  std::uint32_t index = 0;
  for (const std::uint16_t value : read) EXPECT_EQ(value, read[index++]);
  EXPECT_EQ(index, 100u);
  EXPECT_EQ(read.end() - read.begin(), 100);
}

TEST(TypedReading, TheFallbackOfAPointerFieldIsReadWhereTheMessageIsMalformed) {
  const auto fallback = bytesOf(Words{listPointer(0, kBytes, 8), textWord("default")});
  const auto* constant = reinterpret_cast<const unsigned char*>(fallback.data());
  const auto bytes = framed({{structPointer(0, 0, 2), listPointer(9, kBytes, 3), 0}});
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  const StructReader root = reader.root().getStruct();
  EXPECT_EQ(root.getText({1, constant}), "default");
  EXPECT_EQ(root.getText({5, constant}), "default") << "behind the pointer section";
  EXPECT_TRUE(reader.status().ok());
  EXPECT_EQ(root.getText({0, constant}), "default");
  EXPECT_EQ(reader.fault(), (Fault{FaultKind::kListOutOfBounds, 0, 1}));
}

}  // namespace
}  // namespace capstan
