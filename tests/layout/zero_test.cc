// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/layout/trees.h"
#include "tests/layout/watched_words.h"
#include "tests/support/allocation_counter.h"

namespace capstan {
namespace {

TEST(Zero, ClearedTreesLeaveNoByteBehind) {
  Random random;
  for (const ArenaOptions& options : allOptions()) {
    for (int round = 0; round < 20; ++round) {
      MessageBuilder message(options);
      fillRandom(message.initRoot<AllTypes>(), random, 4);
      const WatchedWords words(message);
      ASSERT_NE(words.bytesSet(), 0u);
      message.root().clear();
      EXPECT_EQ(words.bytesSet(), 0u);
    }
  }
}

TEST(Zero, WhatIsBesideTheClearedTreeStays) {
  Random random;
  for (const ArenaOptions& options : allOptions()) {
    for (int round = 0; round < 20; ++round) {
      MessageBuilder message(options);
      auto list = message.initRoot<AllTypes>().initStructList(3);
      for (AllTypes::Builder element : list) fillRandom(element, random, 2);
      const std::string before = canonicalText(list[0].asReader());
      const std::string after = canonicalText(list[2].asReader());
      list[1].raw().pointer(PointerField{2}).clear();
      list[1].initStructField();
      for (std::uint16_t i = 0; i < list[1].raw().pointers(); ++i) {
        list[1].raw().pointer(PointerField{i}).clear();
      }
      EXPECT_EQ(canonicalText(list[0].asReader()), before);
      EXPECT_EQ(canonicalText(list[2].asReader()), after);
    }
  }
}

TEST(Zero, ClearedLastObjectsAreGivenBack) {
  MessageBuilder message;
  auto root = message.initRoot<AllTypes>();
  const std::uint64_t words = message.sizeWords();
  for (int round = 0; round < 10; ++round) {
    auto below = root.initStructField();
    below.setTextField("a text");
    below.setDataField(std::as_bytes(std::span("some data", 9)));
    EXPECT_GT(message.sizeWords(), words);
    root.raw().pointer(PointerField{2}).clear();
    EXPECT_EQ(message.sizeWords(), words);
  }
}

TEST(Zero, EmptyListsStayInBoundsWhenTheWordsBeforeThemGo) {
  MessageBuilder message;
  auto root = message.initRoot<AllTypes>();
  root.setTextField("a text of some words, the last object");
  root.initDataField(0);
  root.initInt32List(0);
  root.setTextField("");
  root.raw().pointer(PointerField{0}).clear();
  const AllTypes::Reader reader = root.asReader();
  EXPECT_TRUE(reader.hasDataField());
  EXPECT_EQ(reader.getDataField().size(), 0u);
  EXPECT_EQ(reader.getInt32List().size(), 0u);
  EXPECT_FALSE(message.root().segment()->context->fault());
}

TEST(Zero, AMillionStructsNeitherOverflowAStackNorAllocate) {
  for (const std::uint16_t link : {0, 1, 2}) {
    MessageBuilder message;
    buildChain(message.root(), 1'000'000, 3, link);
    const WatchedWords words(message);
    std::uint64_t allocations = 0;
    runOnSmallStack([&] {
      const support::AllocationCounter counter;
      message.root().clear();
      allocations = counter.count();
    });
    EXPECT_EQ(words.bytesSet(), 0u);
    if (support::AllocationCounter::available()) {
      EXPECT_EQ(allocations, 0u);
    }
  }
}

// Two structs below each struct: runs of waiting pointers lie one on the other.
void buildTree(PointerBuilder at, int depth) {
  const StructBuilder node = at.initStruct({1, 3});
  node.set(DataField<std::uint64_t>{0}, 7);
  if (depth == 0) return;
  for (std::uint16_t i = 0; i < 3; ++i) buildTree(node.pointer(PointerField{i}), depth - 1);
}

TEST(Zero, WideTreesAreZeroedInEverySegmentation) {
  for (const ArenaOptions& options : allOptions()) {
    MessageBuilder message(options);
    buildTree(message.root(), 4);
    const WatchedWords words(message);
    message.root().clear();
    EXPECT_EQ(words.bytesSet(), 0u);
  }
}

}  // namespace
}  // namespace capstan
