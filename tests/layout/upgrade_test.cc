// SPDX-License-Identifier: Apache-2.0
#include "capstan/layout/upgrade.h"

#include <gtest/gtest.h>

#include "capstan/arena/exhaustion.h"
#include "tests/layout/trees.h"
#include "tests/support/wire_words.h"

namespace capstan {
namespace {

using support::listPointer;
using support::structPointer;
using test_types::Lists;
using test_types::Newer;
using test_types::Older;

// Makes Olders, each in a place of its own, below a list of pointers.
void expectGrown(Newer::Builder grown, std::uint32_t id) {
  EXPECT_EQ(grown.getId(), id);
  EXPECT_EQ(grown.getExtra(), 99u);
  EXPECT_EQ(grown.getName(), "a name of more than a word");
  grown.setExtra(id);
  EXPECT_EQ(grown.initMore(1).size(), 1u);
}

TEST(Upgrade, AStructThatIsTooSmallMovesWithItsPointers) {
  for (const ArenaOptions& options : allOptions()) {
    MessageBuilder message(options);
    auto older = message.initRoot<Older>();
    older.setId(5);
    older.setName("a name of more than a word");
    expectGrown(message.getRoot<Newer>(), 5);
    EXPECT_EQ(message.getRootReader<Newer>().getName(), "a name of more than a word");
    EXPECT_EQ(message.getRootReader<Newer>().getExtra(), 5u);
    EXPECT_EQ(message.getRootReader<Older>().getId(), 5u);
    message.root().clear();
    for (const auto& segment : message.segments()) {
      for (const std::byte byte : segment) ASSERT_EQ(byte, std::byte{0});
    }
  }
}

TEST(Upgrade, AStructListThatIsTooSmallMovesWithItsPointers) {
  for (const ArenaOptions& options : allOptions()) {
    MessageBuilder message(options);
    auto olders = message.initRoot<Lists>().initOlders(4);
    for (std::uint32_t i = 0; i < olders.size(); ++i) {
      olders[i].setId(i);
      olders[i].setName("a name of more than a word");
    }
    const PointerBuilder pointer = message.getRoot<Lists>().raw().pointer(PointerField{0});
    const List<Newer>::Builder newers(pointer.getStructList(kSizeOf<Newer>));
    ASSERT_EQ(newers.size(), 4u);
    for (std::uint32_t i = 0; i < newers.size(); ++i) expectGrown(newers[i], i);
    const auto back = message.getRootReader<Lists>().getOlders();
    for (std::uint32_t i = 0; i < 4; ++i) {
      EXPECT_EQ(back[i].getId(), i);
      EXPECT_EQ(back[i].getName(), "a name of more than a word");
    }
    message.root().clear();
    for (const auto& segment : message.segments()) {
      for (const std::byte byte : segment) ASSERT_EQ(byte, std::byte{0});
    }
  }
}

TEST(Upgrade, AListOfNumbersBecomesAListOfStructs) {
  for (const ElementSize size : {ElementSize::kByte, ElementSize::kTwoBytes,
                                 ElementSize::kFourBytes, ElementSize::kEightBytes}) {
    MessageBuilder message;
    const ListBuilder numbers = message.root().initList(size, 3);
    for (std::uint32_t i = 0; i < 3; ++i) {
      *numbers.elementAtUnchecked(i) = static_cast<std::byte>(i + 1);
    }
    const ListBuilder structs = message.root().getStructList({2, 1});
    ASSERT_EQ(structs.size(), 3u);
    EXPECT_EQ(structs.stepBytes(), 24u);
    for (std::uint32_t i = 0; i < 3; ++i) {
      const StructBuilder element = structs.structAtUnchecked(i);
      EXPECT_EQ(element.get(DataField<std::uint64_t>{0}), i + 1);
      EXPECT_EQ(element.get(DataField<std::uint64_t>{1}), 0u);
      EXPECT_FALSE(element.has(PointerField{0}));
    }
  }
}

TEST(Upgrade, AListOfTextsBecomesAListOfStructs) {
  for (const ArenaOptions& options : allOptions()) {
    MessageBuilder message(options);
    auto texts = message.initRoot<List<Text>>(2u);
    texts.set(0, "first text");
    texts.set(1, "second");
    const ListBuilder structs = message.root().getStructList({1, 2});
    ASSERT_EQ(structs.size(), 2u);
    EXPECT_EQ(structs.structAtUnchecked(0).pointer(PointerField{0}).getText(), "first text");
    EXPECT_EQ(structs.structAtUnchecked(1).pointer(PointerField{0}).getText(), "second");
    EXPECT_EQ(message.getRootReader<List<Text>>()[1], "second");
  }
}

TEST(Upgrade, VoidsBecomeEmptyStructsAndBitsDoNot) {
  MessageBuilder message;
  message.root().initList(ElementSize::kVoid, 3);
  EXPECT_EQ(message.root().getStructList({1, 1}).size(), 3u);
  message.root().initList(ElementSize::kBit, 3);
  EXPECT_EQ(message.root().getStructList({1, 1}).size(), 0u);
  EXPECT_EQ(message.root().asReader().getAnyList().size(), 3u);
}

TEST(Upgrade, ListsAreGotAsTheyAreOrAsTheirDefault) {
  static const auto fallback =
      support::bytesOf(support::Words{listPointer(0, support::kFours, 2), 0x0000'0002'0000'0001});
  const auto* words = reinterpret_cast<const unsigned char*>(fallback.data());
  MessageBuilder message;
  EXPECT_EQ(message.root().getList(ElementSize::kFourBytes).size(), 0u);
  EXPECT_TRUE(message.root().isNull());
  const ListBuilder copy = message.root().getList(ElementSize::kFourBytes, words);
  ASSERT_EQ(copy.size(), 2u);
  EXPECT_EQ(copy.dataAtUnchecked<std::uint32_t>(1), 2u);

  // Wider elements serve as narrower ones, a pointer list as no list of numbers.
  EXPECT_EQ(message.root().getList(ElementSize::kByte).data(), copy.data());
  EXPECT_EQ(message.root().getList(ElementSize::kPointer).size(), 0u);
  EXPECT_EQ(message.root().getList(ElementSize::kBit).size(), 0u);
  message.root().setText("not a list of four bytes");
  EXPECT_EQ(message.root().getList(ElementSize::kFourBytes).size(), 0u);
  EXPECT_EQ(message.root().getText(), "not a list of four bytes");
  EXPECT_EQ(message.root().getList(ElementSize::kFourBytes, words).size(), 2u);
}

TEST(Upgrade, PointersOfCompositeElementsAreFound) {
  MessageBuilder message;
  const ListBuilder structs = message.root().initStructList(2, {2, 1});
  structs.structAtUnchecked(1).pointer(PointerField{0}).setText("text");
  const ListBuilder pointers = message.root().getList(ElementSize::kPointer);
  ASSERT_EQ(pointers.size(), 2u);
  EXPECT_EQ(pointers.pointerAtUnchecked(1).getText(), "text");
}

TEST(Upgrade, ExhaustionChangesNothing) {
  if constexpr (!kExceptions) GTEST_SKIP() << "exhaustion does not throw in this build";
  MessageBuilder plan;
  for (std::uint64_t most = 12; most < 60; ++most) {
    ArenaOptions options;
    options.firstSegmentWords = 1;
    options.maxSegmentWords = 1;
    options.maxMessageWords = most;
    MessageBuilder message(options);
    try {
      auto olders = message.initRoot<List<Older>>(2u);
      olders[0].setName("first name");
      olders[1].setName("second");
    } catch (const ArenaExhausted&) {
      continue;
    }
    const auto before = contentOf(message);
    bool threw = false;
    try {
      message.getRoot<List<Newer>>();
    } catch (const ArenaExhausted&) {
      threw = true;
      EXPECT_EQ(contentOf(message), before);
    }
    EXPECT_EQ(message.getRootReader<List<Older>>()[0].getName(), "first name");
    EXPECT_EQ(message.getRootReader<List<Older>>()[1].getName(), "second");
    if (most > 50) {
      EXPECT_FALSE(threw);
    }
  }
}

TEST(Upgrade, TransferredPointersLeadToTheSameObject) {
  for (const ArenaOptions& options : allOptions()) {
    MessageBuilder message(options);
    const StructBuilder root = message.root().initStruct({0, 6});
    root.pointer(PointerField{0}).setText("a text in its own segment");
    root.pointer(PointerField{1}).initStruct({});
    root.pointer(PointerField{2}).initData(0);
    root.pointer(PointerField{3}).setCapabilityIndex(3);
    root.pointer(PointerField{4}).initStructList(2, {1, 1});
    // Somewhere else, unless everything is in one segment.
    const ListBuilder other = root.pointer(PointerField{5}).initList(ElementSize::kPointer, 20);
    const auto transferAll = [&](const StructBuilder& from, std::uint32_t first) {
      for (std::uint16_t i = 0; i < 5; ++i) {
        internal::transferPointer(from.segment(), from.pointerSection() + i * kBytesPerWord,
                                  other.segment(), other.elementAtUnchecked(first + i));
      }
    };
    transferAll(root, 0);
    for (std::uint16_t i = 0; i < 5; ++i) EXPECT_FALSE(root.has(PointerField{i}));
    const ListReader list = message.root().asReader().getStruct().pointer(5).getAnyList();
    EXPECT_EQ(list.pointerAtUnchecked(0).getText(), "a text in its own segment");
    EXPECT_FALSE(list.pointerAtUnchecked(1).isNull());
    EXPECT_EQ(list.pointerAtUnchecked(1).targetKind(), TargetKind::kStruct);
    EXPECT_EQ(list.pointerAtUnchecked(2).getData().size(), 0u);
    EXPECT_FALSE(list.pointerAtUnchecked(2).isNull());
    EXPECT_EQ(list.pointerAtUnchecked(3).targetKind(), TargetKind::kCapability);
    EXPECT_EQ(list.pointerAtUnchecked(4).getList(ElementSize::kComposite).size(), 2u);

    // And back: no pad is left where the target's own segment is reached again.
    for (std::uint16_t i = 0; i < 5; ++i) {
      internal::transferPointer(other.segment(), other.elementAtUnchecked(i), root.segment(),
                                root.pointerSection() + i * kBytesPerWord);
    }
    EXPECT_EQ(root.pointer(PointerField{0}).getText(), "a text in its own segment");
    EXPECT_FALSE(message.root().segment()->context->fault());
    message.root().clear();
    for (const auto& segment : message.segments()) {
      for (const std::byte byte : segment) ASSERT_EQ(byte, std::byte{0});
    }
  }
}

TEST(Upgrade, AFullSegmentGetsADoubleFarPad) {
  ArenaOptions options;
  options.firstSegmentWords = 1;
  options.maxSegmentWords = 1;
  std::vector<std::byte> first(4 * kBytesPerWord + 7);
  options.firstSegment = first;
  MessageBuilder message(options);
  const StructBuilder root = message.root().initStruct({0, 2});
  const PointerBuilder text = root.pointer(PointerField{0});
  text.setText("seven..");  // fills the first segment
  ASSERT_EQ(root.segment()->freeWords(), 0u);
  ASSERT_EQ(text.segment()->id, 0u);
  const ListBuilder other = root.pointer(PointerField{1}).initList(ElementSize::kPointer, 1);
  ASSERT_NE(other.segment()->id, 0u);
  internal::transferPointer(text.segment(), text.at(), other.segment(), other.data());
  const WirePointer moved = WirePointer::load(other.data());
  EXPECT_EQ(moved.kind(), PointerKind::kFar);
  EXPECT_TRUE(moved.isDoubleFar());
  EXPECT_EQ(other.pointerAtUnchecked(0).getText(), "seven..");
  internal::transferPointer(other.segment(), other.data(), text.segment(), text.at());
  EXPECT_EQ(text.getText(), "seven..");
  EXPECT_EQ(WirePointer::load(text.at()).kind(), PointerKind::kList);
}

}  // namespace
}  // namespace capstan
