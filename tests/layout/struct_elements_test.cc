// SPDX-License-Identifier: Apache-2.0
// Struct elements of lists as values: copied over, set from ranges, sorted.
#include <gtest/gtest.h>

#include <algorithm>
#include <list>
#include <map>

#include "capstan/arena/exhaustion.h"
#include "capstan/layout/equal.h"
#include "capstan/layout/sort.h"
#include "tests/layout/trees.h"

namespace capstan {
namespace {

using test_types::Newer;
using test_types::Older;

TEST(StructElement, IsCopiedOverWithWhatFitsAndTellsWhatDoesNot) {
  MessageBuilder source;
  auto newer = source.initRoot<Newer>();
  newer.setId(7);
  newer.setName("n");
  const Older::Reader asOlder(newer.raw().asReader());
  MessageBuilder message;
  auto list = message.initRoot<test_types::Lists>().initOlders(2);
  list[1].setName("before");
  EXPECT_TRUE(list.setTruncating(1, asOlder));
  EXPECT_EQ(list.asReader()[1].getName(), "n");
  EXPECT_EQ(list.asReader()[0].getId(), 0u);

  newer.setExtra(1);
  EXPECT_FALSE(list.setTruncating(0, asOlder));
  EXPECT_EQ(list.asReader()[0].getId(), 7u);
  newer.setExtra(99);  // the default: all zero
  newer.initMore(0);
  EXPECT_FALSE(list.setTruncating(0, asOlder));
  newer.raw().pointer({.index = 1}).clear();
  EXPECT_TRUE(list.setTruncating(0, asOlder));
}

TEST(StructElement, ShorterSourcesLeaveZeros) {
  MessageBuilder message;
  auto list = message.initRoot<test_types::Lists>().initNewers(1);
  list[0].setExtra(5);
  list[0].initMore(3);
  EXPECT_TRUE(list.setTruncating(0, Newer::Reader()));
  EXPECT_TRUE(equal(list[0], Newer::Reader()));
}

TEST(StructElement, MayBeSetToItselfToWhatLiesBelowItAndToWhatHoldsIt) {
  Random random;
  for (const ArenaOptions& options : allOptions()) {
    MessageBuilder message(options);
    auto root = message.initRoot<AllTypes>();
    auto list = root.initStructList(2);
    fillRandom(list[0], random, 2);
    fillRandom(list[0].initStructField(), random, 1);
    const std::string child = canonicalText(list[0].asReader().getStructField());
    const std::string whole = canonicalText(list[0].asReader());
    EXPECT_TRUE(list.setTruncating(0, list[0]));
    EXPECT_EQ(canonicalText(list[0]), whole);
    EXPECT_TRUE(list.setTruncating(1, list[0]));
    EXPECT_EQ(canonicalText(list[1]), whole);
    EXPECT_TRUE(list.setTruncating(0, list[0].asReader().getStructField()));
    EXPECT_EQ(canonicalText(list[0]), child);
    const std::string rootText = canonicalText(root);
    EXPECT_TRUE(list.setTruncating(1, root));
    EXPECT_EQ(canonicalText(list[1]), rootText);
  }
}

TEST(StructElement, ExhaustionLeavesItAsItWas) {
  if constexpr (!kExceptions) GTEST_SKIP() << "exhaustion does not throw in this build";
  Random random;
  MessageBuilder source;
  fillRandom(source.initRoot<AllTypes>(), random, 2);
  const std::uint64_t words = source.sizeWords();
  for (std::uint64_t size = 64; size < words + 64; ++size) {
    std::vector<std::byte> memory(size * 8);
    ArenaOptions fixed;
    fixed.growth = GrowthPolicy::kFixed;
    fixed.firstSegment = memory;
    MessageBuilder message(fixed);
    try {
      auto list = message.initRoot<AllTypes>().initStructList(1);
      list[0].setTextField("old");
      const auto before = contentOf(message);
      try {
        list.setTruncating(0, source.getRootReader<AllTypes>());
        EXPECT_TRUE(equal(list[0], source.getRootReader<AllTypes>()));
      } catch (const ArenaExhausted&) {
        EXPECT_EQ(contentOf(message), before);
      }
    } catch (const ArenaExhausted&) {
      continue;  // not even the old value fits
    }
  }
}

TEST(StructElement, RangesOfStructsBecomeListsThatLoseNothing) {
  MessageBuilder source;
  auto newers = source.initRoot<test_types::Lists>().initNewers(3);
  for (std::uint32_t i = 0; i < 3; ++i) {
    newers[i].setId(i);
    newers[i].setExtra(100 + i);
    newers[i].initMore(1).set(0, "more");
  }
  // Of mixed sizes, in a container that is no array.
  std::list<Older::Reader> range;
  for (const Newer::Reader each : newers.asReader()) range.emplace_back(each.raw());
  range.emplace_back();
  MessageBuilder message;
  auto root = message.initRoot<test_types::Lists>();
  root.setOlders(range);
  ASSERT_EQ(root.getOlders().size(), 4u);
  for (std::uint32_t i = 0; i < 3; ++i) EXPECT_TRUE(equal(root.getOlders()[i], newers[i]));
  EXPECT_TRUE(equal(root.getOlders()[3], Older::Reader()));
  root.setNewers({newers[2], newers[0]});
  ASSERT_EQ(root.getNewers().size(), 2u);
  EXPECT_EQ(root.asReader().getNewers()[0].getExtra(), 102u);
  EXPECT_EQ(root.asReader().getNewers()[1].getMore()[0], "more");
  root.setOlders(std::vector<Older::Builder>());
  EXPECT_TRUE(root.hasOlders());
  EXPECT_EQ(root.getOlders().size(), 0u);
}

TEST(StructElement, ARangeMayLieInTheListThatItReplaces) {
  for (const ArenaOptions& options : allOptions()) {
    MessageBuilder message(options);
    auto root = message.initRoot<test_types::Lists>();
    auto list = root.initNewers(5);
    for (std::uint32_t i = 0; i < 5; ++i) list[i].setName(std::string(i, 'x'));
    std::vector<Newer::Reader> backwards;
    for (const Newer::Reader each : list.asReader()) backwards.insert(backwards.begin(), each);
    root.setNewers(backwards);
    ASSERT_EQ(root.getNewers().size(), 5u);
    for (std::uint32_t i = 0; i < 5; ++i) {
      EXPECT_EQ(root.asReader().getNewers()[i].getName(), std::string(4 - i, 'x'));
    }
  }
}

// What each element says of itself, by its number.
std::multimap<std::int64_t, std::string> elementsByNumber(List<AllTypes>::Reader list) {
  std::multimap<std::int64_t, std::string> elements;
  for (const AllTypes::Reader each : list) {
    elements.emplace(each.getInt64Field(), canonicalText(each));
  }
  return elements;
}

TEST(SortBy, MovesElementsWithAllThatTheyHold) {
  Random random;
  for (const ArenaOptions& options : allOptions()) {
    MessageBuilder message(options);
    auto list = message.initRoot<AllTypes>().initStructList(12);
    for (AllTypes::Builder each : list) fillRandom(each, random, 1);
    list[3].initDataField(0);
    list[5].raw().pointer({.index = 2}).initStruct({});
    list[7].raw().pointer({.index = 3}).setCapabilityIndex(9);
    list[7].raw().pointer({.index = 3}).clear();
    const auto before = elementsByNumber(list);
    sortBy(list, [](AllTypes::Reader each) { return each.getInt64Field(); });
    EXPECT_EQ(elementsByNumber(list), before);
    const auto reader = list.asReader();
    EXPECT_TRUE(std::is_sorted(reader.begin(), reader.end(), [](auto a, auto b) {
      return a.getInt64Field() < b.getInt64Field();
    }));
    EXPECT_FALSE(message.root().segment()->context->fault());
  }
}

TEST(SortBy, KeepsTheOrderOfEqualKeysAndTakesAnyOrder) {
  MessageBuilder message;
  auto list = message.initRoot<test_types::Lists>().initNewers(6);
  const char* names[] = {"b", "a", "c", "b", "a", "c"};
  for (std::uint32_t i = 0; i < 6; ++i) {
    list[i].setId(i);
    list[i].setName(names[i]);
  }
  const auto idsOf = [&] {
    std::vector<std::uint32_t> ids;
    for (const Newer::Reader each : list.asReader()) ids.push_back(each.getId());
    return ids;
  };
  sortBy(list, [](Newer::Reader each) { return each.getName(); });
  EXPECT_EQ(idsOf(), (std::vector<std::uint32_t>{1, 4, 0, 3, 2, 5}));
  sortBy(
      list, [](Newer::Reader each) { return each.getId(); }, std::greater<>());
  EXPECT_EQ(idsOf(), (std::vector<std::uint32_t>{5, 4, 3, 2, 1, 0}));
}

TEST(SortBy, SortsListsOfValuesAndTexts) {
  MessageBuilder message;
  auto root = message.initRoot<AllTypes>();
  root.setInt16List({3, -1, 2});
  root.setTextList({"pear", "", "apple"});
  sortBy(root.getInt16List(), [](std::int16_t value) { return value; });
  sortBy(root.getTextList(), [](Text text) { return text.view(); });
  EXPECT_EQ(root.getInt16List()[0], -1);
  EXPECT_EQ(root.getInt16List()[2], 3);
  EXPECT_EQ(root.getTextList()[0], "");
  EXPECT_EQ(root.getTextList()[1], "apple");
  EXPECT_EQ(root.getTextList()[2], "pear");
  sortBy(root.initVoidList(3), [](Void) { return 0; });
  sortBy(root.initStructList(0), [](AllTypes::Reader each) { return each.getInt8Field(); });
}

}  // namespace
}  // namespace capstan
