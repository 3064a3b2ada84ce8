// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "capstan/arena/exhaustion.h"
#include "tests/layout/trees.h"

namespace capstan {
namespace {

using test_types::Newer;
using test_types::Older;

TEST(OrphanConcat, ListsOfNumbersFollowEachOther) {
  for (const ArenaOptions& options : allOptions()) {
    MessageBuilder source;
    auto root = source.initRoot<AllTypes>();
    root.setUint16List({1, 2, 3});
    const auto three = root.asReader().getUint16List();
    MessageBuilder message(options);
    auto whole = message.orphanage().newOrphanConcat<std::uint16_t>({three, {}, three, three});
    ASSERT_EQ(whole.getReader().size(), 9u);
    for (std::uint32_t i = 0; i < 9; ++i) EXPECT_EQ(whole.getReader()[i], i % 3 + 1);
    message.adoptRoot(std::move(whole));
    EXPECT_EQ(message.getRootReader<List<std::uint16_t>>()[8], 3);
  }
}

TEST(OrphanConcat, BitsNeedNotEndAtABytesEnd) {
  MessageBuilder message;
  auto root = message.initRoot<AllTypes>();
  root.setBoolList({true, false, true});
  const std::vector<List<bool>::Reader> lists(7, root.asReader().getBoolList());
  const auto whole = Orphanage::of(root).newOrphanConcat<bool>(lists);
  const auto read = whole.getReader();
  ASSERT_EQ(read.size(), 21u);
  for (std::uint32_t i = 0; i < 21; ++i) EXPECT_EQ(read[i], i % 3 != 1);
}

TEST(OrphanConcat, TextsAndListsAreCopiedDeeply) {
  MessageBuilder message(allOptions().back());
  auto root = message.initRoot<AllTypes>();
  root.setTextList({"one", "two"});
  auto matrix = root.initInt32Matrix(1);
  matrix.init(0, 2).set(1, 7);
  const auto texts = message.orphanage().newOrphanConcat<Text>(
      {root.asReader().getTextList(), root.asReader().getTextList()});
  const auto rows = message.orphanage().newOrphanConcat<List<std::int32_t>>(
      {root.asReader().getInt32Matrix(), root.asReader().getInt32Matrix()});
  root.getTextList().set(0, "changed");
  EXPECT_EQ(texts.getReader()[2], "one");
  EXPECT_EQ(texts.getReader()[3], "two");
  EXPECT_EQ(rows.getReader()[1][1], 7);
}

TEST(OrphanConcat, StructsGetElementsThatHoldTheLargest) {
  MessageBuilder source;
  auto olders = source.newOrphan<List<Older>>(1);
  olders.getBuilder()[0].setName("older");
  auto newers = source.newOrphan<List<Newer>>(1);
  newers.getBuilder()[0].setExtra(5);
  newers.getBuilder()[0].initMore(1).set(0, "more");
  MessageBuilder message;
  // As a program that knows only the older schema sees them.
  const List<Older>::Reader known(newers.getReader().raw());
  auto whole = message.orphanage().newOrphanConcat<Older>({olders.getReader(), known});
  message.adoptRoot(std::move(whole));
  const auto read = message.getRootReader<List<Newer>>();
  EXPECT_EQ(read[0].getName(), "older");
  EXPECT_EQ(read[0].getExtra(), 99u);
  EXPECT_EQ(read[1].getExtra(), 5u);
  EXPECT_EQ(read[1].getMore()[0], "more");
}

// Lists that are read as the same type, and encoded in different ways.
TEST(OrphanConcat, NumbersBecomeWiderOrStructsWhereOthersAre) {
  MessageBuilder message;
  auto narrow = message.newOrphan<List<std::uint8_t>>(2);
  narrow.getBuilder().set(1, 200);
  auto wide = message.newOrphan<List<std::uint32_t>>(1);
  wide.getBuilder().set(0, 0x01020304);
  auto structs = message.newOrphan<List<Older>>(1);
  structs.getBuilder()[0].setId(9);
  structs.getBuilder()[0].setName("kept");
  const auto asBytes = [](const auto& list) {
    return AnyList::Reader(list.getReader().raw()).as<List<std::uint8_t>>();
  };
  const auto numbers =
      message.orphanage().newOrphanConcat<std::uint8_t>({narrow.getReader(), asBytes(wide)});
  EXPECT_EQ(numbers.getReader().raw().elementSize(), ElementSize::kFourBytes);
  EXPECT_EQ(numbers.getReader()[1], 200);
  EXPECT_EQ(numbers.getReader()[2], 4);

  const auto all = message.orphanage().newOrphanConcat<std::uint8_t>(
      {narrow.getReader(), asBytes(wide), asBytes(structs)});
  const AnyList::Reader any(all.getReader().raw());
  EXPECT_EQ(any.elementSize(), ElementSize::kComposite);
  EXPECT_EQ(all.getReader()[1], 200);
  EXPECT_EQ(any.as<List<std::uint32_t>>()[2], 0x01020304u);
  EXPECT_EQ(any.as<List<Older>>()[3].getName(), "kept");
  EXPECT_FALSE(message.arena().fault());
}

TEST(OrphanConcat, TextsBesideStructsBecomeTheirFirstPointer) {
  MessageBuilder message;
  auto texts = message.newOrphan<List<Text>>(1);
  texts.getBuilder().set(0, "text");
  auto structs = message.newOrphan<List<Older>>(1);
  structs.getBuilder()[0].setName("name");
  const auto asTexts = AnyList::Reader(structs.getReader().raw()).as<List<Text>>();
  const auto whole = message.orphanage().newOrphanConcat<Text>({texts.getReader(), asTexts});
  EXPECT_EQ(whole.getReader()[0], "text");
  EXPECT_EQ(whole.getReader()[1], "name");
  EXPECT_EQ(whole.getReader().raw().elementSize(), ElementSize::kComposite);
}

TEST(OrphanConcat, MoreElementsThanAListHasIsExhaustion) {
  if constexpr (!kExceptions) GTEST_SKIP() << "exhaustion does not throw in this build";
  MessageBuilder message;
  const auto voids = message.newOrphan<List<Void>>(kMaxListSize);
  const std::uint64_t before = message.sizeWords();
  EXPECT_THROW(
      (void)message.orphanage().newOrphanConcat<Void>({voids.getReader(), voids.getReader()}),
      ArenaExhausted);
  EXPECT_EQ(message.sizeWords(), before);
  const auto fits = message.orphanage().newOrphanConcat<Void>({voids.getReader()});
  EXPECT_EQ(fits.getReader().size(), kMaxListSize);
}

}  // namespace
}  // namespace capstan
