// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/layout/trees.h"
#include "tests/layout/watched_words.h"
#include "tests/support/misuse_catcher.h"

namespace capstan {
namespace {

using support::misuseOf;
using test_types::Older;

std::string textOf(std::size_t size) {
  std::string text(size, ' ');
  for (std::size_t i = 0; i < size; ++i) text[i] = static_cast<char>('a' + i % 26);
  return text;
}

// Every way of cutting or lengthening texts: from each size to each.
TEST(OrphanResize, TextsKeepTheirBeginningAndTheirNul) {
  for (const ArenaOptions& options : allOptions()) {
    for (std::size_t from = 0; from < 20; ++from) {
      for (std::size_t to = 0; to < 20; ++to) {
        MessageBuilder message(options);
        auto text = message.newOrphanCopy<Text>(textOf(from));
        if (to <= from) {
          text.truncate(to);
        } else {
          text.extend(to);
        }
        std::string expected = textOf(std::min(from, to));
        expected.resize(to, '\0');
        ASSERT_EQ(text.getReader(), expected) << from << " to " << to;
        message.adoptRoot(std::move(text));
        ASSERT_EQ(message.getRootReader<Text>(), expected);
        ASSERT_FALSE(message.arena().fault());
      }
    }
  }
}

TEST(OrphanResize, BitsBehindTheEndAreZeroAndComeBackAsSuch) {
  for (const ArenaOptions& options : allOptions()) {
    for (std::uint32_t from : {1u, 7u, 8u, 9u, 63u, 64u, 65u, 130u}) {
      for (std::uint32_t to = 0; to <= from; ++to) {
        MessageBuilder message(options);
        auto bits = message.newOrphan<List<bool>>(from);
        const auto all = bits.getBuilder();
        for (std::uint32_t i = 0; i < from; ++i) all.set(i, true);
        bits.truncate(to);
        ASSERT_EQ(bits.getReader().size(), to);
        bits.extend(from);
        const auto read = bits.getReader();
        for (std::uint32_t i = 0; i < from; ++i) ASSERT_EQ(read[i], i < to) << from << " " << to;
      }
    }
  }
}

TEST(OrphanResize, NumbersKeepTheirValuesWhereverTheyGo) {
  for (const ArenaOptions& options : allOptions()) {
    MessageBuilder message(options);
    auto numbers = message.newOrphan<List<std::uint16_t>>(0);
    for (std::uint32_t size = 1; size < 60; size += 3) {
      // Something behind them, now and then: they must move.
      if (size % 2 == 0) message.initRoot<Text>(size);
      numbers.extend(size);
      const auto list = numbers.getBuilder();
      ASSERT_EQ(list.size(), size);
      ASSERT_EQ(list[size - 1], 0);
      for (std::uint32_t i = 0; i < size; ++i) list.set(i, static_cast<std::uint16_t>(i + 1));
    }
    numbers.truncate(20);
    numbers.extend(23);
    const auto read = numbers.getReader();
    for (std::uint32_t i = 0; i < 23; ++i) EXPECT_EQ(read[i], i < 20 ? i + 1 : 0);
  }
}

TEST(OrphanResize, ListsOfPointersMoveWithWhatTheyPointTo) {
  for (const ArenaOptions& options : allOptions()) {
    MessageBuilder message(options);
    auto texts = message.newOrphan<List<Text>>(2);
    texts.getBuilder().set(0, "first");
    texts.getBuilder().set(1, "second, in a place of its own");
    auto structs = message.newOrphan<List<Older>>(2);
    structs.getBuilder()[1].setId(2);
    structs.getBuilder()[1].setName("name");
    texts.extend(5);
    texts.getBuilder().set(4, "fifth");
    structs.extend(40);
    structs.getBuilder()[39].setName("last");

    EXPECT_EQ(texts.getReader()[0], "first");
    EXPECT_EQ(texts.getReader()[1], "second, in a place of its own");
    EXPECT_EQ(texts.getReader()[2], "");
    EXPECT_EQ(texts.getReader()[4], "fifth");
    EXPECT_EQ(structs.getReader()[1].getId(), 2u);
    EXPECT_EQ(structs.getReader()[1].getName(), "name");
    EXPECT_FALSE(structs.getReader()[2].hasName());
    EXPECT_EQ(structs.getReader()[39].getName(), "last");
    EXPECT_FALSE(message.arena().fault());
  }
}

TEST(OrphanResize, WhatIsCutOffIsZeroedWithAllBelowIt) {
  Random random;
  for (const ArenaOptions& options : allOptions()) {
    MessageBuilder message(options);
    auto structs = message.newOrphan<List<AllTypes>>(5);
    for (AllTypes::Builder each : structs.getBuilder()) fillRandom(each, random, 2);
    const std::string first = canonicalText(structs.getReader()[0]);
    const WatchedWords words(message);
    structs.truncate(1);
    ASSERT_EQ(structs.getReader().size(), 1u);
    EXPECT_EQ(canonicalText(structs.getReader()[0]), first);
    structs.truncate(0);
    // The tag of no elements has the sizes that they would have.
    constexpr std::uint64_t kTagBytes = 2;
    EXPECT_EQ(words.bytesSet(), kTagBytes);
    structs = {};
    EXPECT_EQ(words.bytesSet(), 0u);
  }
}

TEST(OrphanResize, ATailThatIsLastIsGivenBackAndTakenAgainInPlace) {
  MessageBuilder message;
  auto data = message.newOrphan<Data>(800);
  const std::uint64_t full = message.sizeWords();
  data.truncate(80);
  EXPECT_EQ(message.sizeWords(), full - 90);
  const std::byte* place = data.getReader().data();
  data.extend(800);
  EXPECT_EQ(data.getReader().data(), place);
  EXPECT_EQ(message.sizeWords(), full);

  const auto behind = message.newOrphan<Data>(8);
  data.truncate(400);
  EXPECT_EQ(message.sizeWords(), full + 1);
  data.extend(808);
  EXPECT_NE(data.getReader().data(), place);
  EXPECT_FALSE(behind.isNull());
}

TEST(OrphanResize, AnOrphanThatIsNullBecomesANewOne) {
  MessageBuilder message;
  auto root = message.initRoot<AllTypes>();
  auto texts = root.disownTextList();
  texts.truncate(0);
  EXPECT_TRUE(texts.isNull());
  texts.extend(3);
  EXPECT_EQ(texts.getReader().size(), 3u);
  auto structs = root.disownStructList();
  structs.extend(2);
  structs.getBuilder()[1].setTextField("made");
  root.adoptStructList(std::move(structs));
  EXPECT_EQ(root.asReader().getStructList()[1].getTextField(), "made");
}

TEST(OrphanResize, TheWrongDirectionIsAMistake) {
  MessageBuilder message;
  auto text = message.newOrphanCopy<Text>("text");
  EXPECT_EQ(misuseOf([&] { text.truncate(5); }),
            "an orphan was truncated to more than it has: extend");
  EXPECT_EQ(misuseOf([&] { text.extend(3); }),
            "an orphan was extended to less than it has: truncate");
  Orphan<Text> homeless;
  EXPECT_EQ(misuseOf([&] { homeless.extend(3); }), "a null orphan of no message was built in");
  EXPECT_EQ(text.getReader(), "text");
}

TEST(OrphanResize, ElementsWithoutSizeOnlyCount) {
  MessageBuilder message;
  auto voids = message.newOrphan<List<Void>>(3);
  auto empties = message.newOrphan<List<AnyStruct>>(3, StructSize{});
  voids.extend(1000);
  voids.truncate(10);
  EXPECT_EQ(voids.getReader().size(), 10u);
  Orphan<AnyPointer> any = std::move(empties);
  auto structs = any.releaseAs<List<test_types::Empty>>();
  structs.extend(1000);
  EXPECT_EQ(structs.getReader().size(), 1000u);
  structs.truncate(1);
  EXPECT_EQ(structs.getReader().size(), 1u);
}

}  // namespace
}  // namespace capstan
