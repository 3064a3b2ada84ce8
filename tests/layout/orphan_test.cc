// SPDX-License-Identifier: Apache-2.0
#include "capstan/layout/orphan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <concepts>
#include <type_traits>
#include <utility>

#include "tests/layout/trees.h"
#include "tests/layout/watched_words.h"
#include "tests/support/misuse_catcher.h"

namespace capstan {
namespace {

using support::misuseOf;
using test_types::Newer;
using test_types::Older;

// A view of an orphan that is about to be dropped would dangle; orphans are not copied.
template <typename O>
concept ReadsTemporaries = requires(O&& orphan) {
  std::move(orphan).getReader();
};
template <typename O>
concept BuildsInTemporaries = requires(O&& orphan) {
  std::move(orphan).getBuilder();
};
template <typename O>
concept ReadsWhatIsKept = requires(O& orphan) {
  orphan.getReader();
  orphan.getBuilder();
};
static_assert(!ReadsTemporaries<Orphan<Text>> && !BuildsInTemporaries<Orphan<Text>>);
static_assert(ReadsWhatIsKept<Orphan<Text>> && ReadsWhatIsKept<Orphan<AllTypes>>);
static_assert(!std::copy_constructible<Orphan<Text>> && std::movable<Orphan<Text>>);
static_assert(!std::is_constructible_v<Orphan<Text>, Orphan<AnyPointer>>);
static_assert(std::is_constructible_v<Orphan<AnyPointer>, Orphan<Text>>);

TEST(Orphan, MovesBetweenPlacesOfAMessage) {
  Random random;
  for (const ArenaOptions& options : allOptions()) {
    for (int round = 0; round < 20; ++round) {
      MessageBuilder message(options);
      auto root = message.initRoot<AllTypes>();
      fillRandom(root.initStructField(), random, 3);
      auto list = root.initStructList(2);
      fillRandom(list[0], random, 1);
      const std::string child = canonicalText(root.asReader().getStructField());
      const std::string element = canonicalText(list[0].asReader());

      list[1].adoptStructField(root.disownStructField());
      EXPECT_FALSE(root.hasStructField());
      EXPECT_EQ(canonicalText(list.asReader()[1].getStructField()), child);
      root.adoptStructField(list[1].disownStructField());
      EXPECT_EQ(canonicalText(root.asReader().getStructField()), child);
      EXPECT_EQ(canonicalText(list.asReader()[0]), element);
    }
  }
}

TEST(Orphan, EveryKindIsMadeReadBuiltAndAdopted) {
  for (const ArenaOptions& options : allOptions()) {
    MessageBuilder message(options);
    auto root = message.initRoot<AllTypes>();

    auto child = message.newOrphan<AllTypes>();
    child.getBuilder().setTextField("child");
    root.adoptStructField(std::move(child));
    EXPECT_TRUE(child.isNull());  // NOLINT: that is what is tested

    auto text = message.newOrphan<Text>(5);
    std::ranges::copy(std::string_view("hello"), text.getBuilder().begin());
    EXPECT_EQ(text.getReader(), "hello");
    root.adoptTextField(std::move(text));

    auto data = message.newOrphan<Data>(3);
    data.getBuilder()[2] = std::byte{7};
    root.adoptDataField(std::move(data));

    auto bits = message.newOrphan<List<bool>>(70);
    bits.getBuilder().set(69, true);
    root.adoptBoolList(std::move(bits));

    auto structs = message.newOrphan<List<AllTypes>>(2);
    structs.getBuilder()[1].setInt8Field(-8);
    root.adoptStructList(std::move(structs));

    auto empty = message.newOrphan<List<Text>>(2);
    auto texts = message.newOrphanCopy<List<Text>>(empty.getReader());
    texts.getBuilder().adopt(1, message.newOrphanCopy<Text>("second"));
    root.adoptTextList(std::move(texts));

    root.getAnyField().adopt(message.newOrphanCopy<AllTypes>(root.asReader().getStructField()));

    const AllTypes::Reader read = root.asReader();
    EXPECT_EQ(read.getStructField().getTextField(), "child");
    EXPECT_EQ(read.getTextField(), "hello");
    EXPECT_EQ(read.getDataField()[2], std::byte{7});
    EXPECT_EQ(read.getBoolList().size(), 70u);
    EXPECT_TRUE(read.getBoolList()[69]);
    EXPECT_EQ(read.getStructList()[1].getInt8Field(), -8);
    EXPECT_EQ(read.getTextList()[1], "second");
    EXPECT_EQ(read.getAnyField().getAs<AllTypes>().getTextField(), "child");
    EXPECT_FALSE(message.arena().fault());
  }
}

TEST(Orphan, IsZeroedWhenDropped) {
  Random random;
  for (const ArenaOptions& options : allOptions()) {
    for (int round = 0; round < 20; ++round) {
      MessageBuilder message(options);
      auto orphan = message.newOrphan<AllTypes>();
      fillRandom(orphan.getBuilder(), random, 4);
      const WatchedWords words(message);
      ASSERT_NE(words.bytesSet(), 0u);
      orphan = {};
      EXPECT_EQ(words.bytesSet(), 0u);
    }
  }
}

TEST(Orphan, WhatIsAdoptedOverIsZeroed) {
  Random random;
  for (const ArenaOptions& options : allOptions()) {
    MessageBuilder message(options);
    fillRandom(message.initRoot<AllTypes>(), random, 3);
    auto text = message.newOrphanCopy<Text>("the new root");
    const WatchedWords words(message);
    message.adoptRoot(std::move(text));
    EXPECT_EQ(message.getRootReader<Text>(), "the new root");
    message.adoptRoot(Orphan<Text>());
    EXPECT_EQ(words.bytesSet(), 0u);
  }
}

TEST(Orphan, OfAnEarlierEpochTouchesNothing) {
  MessageBuilder message;
  auto stale = message.newOrphanCopy<Text>("of the first message");
  message.reset();
  auto root = message.initRoot<AllTypes>();
  root.setTextField("of the second one, at the same place");
  const std::string before = canonicalText(root.asReader());
  EXPECT_EQ(misuseOf([&] { root.adoptTextField(std::move(stale)); }),
            "an orphan was used after its message was reset or detached");
  EXPECT_EQ(misuseOf([&] { (void)stale.getReader(); }),
            "an orphan was used after its message was reset or detached");
  stale = {};
  EXPECT_EQ(canonicalText(root.asReader()), before);
}

TEST(Orphan, IsNotAdoptedAcrossMessagesNorIntoItself) {
  MessageBuilder message;
  MessageBuilder other;
  auto root = message.initRoot<AllTypes>();
  auto foreign = other.newOrphanCopy<Text>("foreign");
  EXPECT_EQ(misuseOf([&] { root.adoptTextField(std::move(foreign)); }),
            "an orphan was adopted into another message: copy it there instead (newOrphanCopy)");
  EXPECT_EQ(foreign.getReader(), "foreign");
  EXPECT_FALSE(root.hasTextField());

  auto loop = message.newOrphan<AllTypes>();
  auto inside = loop.getBuilder();
  EXPECT_EQ(misuseOf([&] { inside.adoptStructField(std::move(loop)); }),
            "an orphan was adopted into itself");
  Orphan<AllTypes> homeless;
  EXPECT_EQ(misuseOf([&] { homeless.getBuilder(); }), "a null orphan of no message was built in");
}

TEST(Orphan, GrowsToItsTypeAsBehindAPointer) {
  for (const ArenaOptions& options : allOptions()) {
    MessageBuilder message(options);
    auto older = message.newOrphan<Older>();
    older.getBuilder().setId(7);
    older.getBuilder().setName("name");
    Orphan<AnyPointer> any = std::move(older);
    auto newer = any.releaseAs<Newer>();
    EXPECT_TRUE(any.isNull());
    newer.getBuilder().setExtra(8);
    EXPECT_EQ(newer.getReader().getId(), 7u);
    EXPECT_EQ(newer.getReader().getName(), "name");
    EXPECT_EQ(newer.getReader().getExtra(), 8u);
    message.adoptRoot(std::move(newer));
    EXPECT_EQ(message.getRootReader<Newer>().getName(), "name");
  }
}

TEST(Orphan, IsMovedOverAnElementThatKeepsItsSize) {
  for (const ArenaOptions& options : allOptions()) {
    MessageBuilder message(options);
    const auto newer = [&] {
      auto orphan = message.newOrphan<Newer>();
      orphan.getBuilder().setId(7);
      orphan.getBuilder().setName("name");
      orphan.getBuilder().initMore(2).set(1, "beyond");
      return orphan;
    };
    const auto olders = message.initRoot<List<Older>>(3);
    olders[1].setName("old value");
    auto fitting = message.newOrphan<Older>();
    fitting.getBuilder().setName("fits");
    EXPECT_TRUE(olders.adoptTruncating(0, std::move(fitting)));
    EXPECT_EQ(olders.asReader()[0].getName(), "fits");
    auto asOlder = Orphan<AnyPointer>(newer()).releaseAs<Older>();
    const WatchedWords words(message);
    EXPECT_FALSE(olders.adoptTruncating(1, std::move(asOlder)));
    EXPECT_TRUE(asOlder.isNull());  // NOLINT: that is what is tested
    EXPECT_EQ(olders.asReader()[1].getId(), 7u);
    EXPECT_EQ(olders.asReader()[1].getName(), "name");
    EXPECT_TRUE(olders.adoptTruncating(0, Orphan<Older>()));
    EXPECT_FALSE(olders[0].hasName());

    const auto newers = message.initRoot<List<Newer>>(1);
    EXPECT_TRUE(newers.adoptTruncating(0, newer()));
    EXPECT_EQ(newers.asReader()[0].getMore()[1], "beyond");
    EXPECT_FALSE(message.arena().fault());
    message.root().clear();
    EXPECT_EQ(words.bytesSet(), 0u);
  }
}

TEST(Orphan, OfANullPointerIsNullAndCanBeBuiltIn) {
  MessageBuilder message;
  auto root = message.initRoot<AllTypes>();
  auto child = root.disownStructField();
  EXPECT_TRUE(child.isNull());
  EXPECT_EQ(child.getReader().getTextField(), "");
  child.getBuilder().setInt8Field(3);
  root.adoptStructField(std::move(child));
  EXPECT_EQ(root.getStructField().getInt8Field(), 3);
}

}  // namespace
}  // namespace capstan
