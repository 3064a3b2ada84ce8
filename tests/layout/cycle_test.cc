// SPDX-License-Identifier: Apache-2.0
// Objects that were made to hold themselves: refused where that is noticed, and otherwise the end
// of every walk.
#include <gtest/gtest.h>

#include "capstan/layout/canonical.h"
#include "capstan/layout/copy.h"
#include "capstan/layout/diff.h"
#include "capstan/layout/equal.h"
#include "capstan/layout/hash.h"
#include "capstan/layout/size.h"
#include "capstan/layout/to_text.h"
#include "capstan/layout/unknown.h"
#include "capstan/message/message_builder.h"
#include "capstan/message/validate.h"
#include "tests/layout/trees.h"
#include "tests/layout/watched_words.h"
#include "tests/support/misuse_catcher.h"

namespace capstan {
namespace {

using support::misuseOf;

constexpr const char* kIntoItself = "an orphan was adopted into itself";

// A struct `levels` below the orphan's, by fields and by list elements in turn.
AllTypes::Builder below(Orphan<AllTypes>& orphan, int levels) {
  AllTypes::Builder at = orphan.getBuilder();
  for (int i = 0; i < levels; ++i) {
    at.setTextField("beside");
    at = i % 2 == 0 ? at.initStructField() : at.initStructList(3)[1];
  }
  return at;
}

TEST(Cycle, IsRefusedAFewLevelsUpWhereverTheObjectsStand) {
  for (const ArenaOptions& options : allOptions()) {
    MessageBuilder message(options);
    for (const int levels : {0, 1, 2, 3, 4}) {
      auto orphan = message.newOrphan<AllTypes>();
      const AllTypes::Builder inside = below(orphan, levels);
      inside.initStructList(1);
      EXPECT_EQ(misuseOf([&] { inside.adoptStructField(std::move(orphan)); }), kIntoItself);
      EXPECT_FALSE(inside.hasStructField());
      EXPECT_TRUE(inside.hasStructList());
      EXPECT_FALSE(orphan.isNull());
    }
  }
}

TEST(Cycle, IsRefusedThroughListsOfListsAndElements) {
  MessageBuilder message;
  auto matrix = message.newOrphan<List<List<AllTypes>>>(2u);
  const AllTypes::Builder element = matrix.getBuilder().init(1, 2)[1];
  EXPECT_EQ(misuseOf([&] { element.adoptStructMatrix(std::move(matrix)); }), kIntoItself);

  // Over an element of its own list.
  auto owner = message.newOrphan<AllTypes>();
  const List<AllTypes>::Builder list = owner.getBuilder().initStructList(2);
  EXPECT_EQ(misuseOf([&] { list.adoptTruncating(1, std::move(owner)); }), kIntoItself);
}

TEST(Cycle, IsNotSeenWhereThereIsNone) {
  for (const ArenaOptions& options : allOptions()) {
    MessageBuilder message(options);
    const AllTypes::Builder root = message.initRoot<AllTypes>();
    auto orphan = message.newOrphan<AllTypes>();
    below(orphan, 5).setTextField("deepest");
    AllTypes::Builder other = root.initStructField();
    other.adoptStructField(std::move(orphan));
    auto list = message.newOrphan<List<Text>>(3000u);
    list.getBuilder().set(2999, "last");
    root.adoptTextList(std::move(list));
    EXPECT_EQ(root.getTextList().size(), 3000u);
    EXPECT_EQ(totalSize(other.asReader().getStructField()).words,
              totalSize(root.asReader()).words - kSizeOf<AllTypes>.words() * 2 - 3001);
  }
}

// A chain that is linked by pointer 2 and whose last struct leads to the first one, too many
// pointers away to be noticed. Nothing but views leads to it. Returns: a struct in its middle.
StructBuilder makeCycle(MessageBuilder& message) {
  constexpr std::uint32_t kStructs = 3000;
  message.initRoot<AllTypes>();
  const PointerBuilder start = message.root().getStruct({}).pointer({.index = 2});
  buildChain(start, kStructs, 3, 2);
  OrphanBuilder first = start.disown();
  StructBuilder at = first.getStruct({});
  StructBuilder middle = at;
  for (std::uint32_t i = 1; i < kStructs; ++i) {
    at = at.pointer({.index = 2}).getStruct({});
    if (i == kStructs / 2) middle = at;
  }
  at.pointer({.index = 2}).adopt(std::move(first));
  return middle;
}

TEST(MissedCycle, EndsEveryWalk) {
  MessageBuilder message;
  const StructBuilder built = makeCycle(message);
  const StructReader cycle = built.asReader();
  const AllTypes::Reader typed(cycle);
  const auto expectRefused = [&](const char* walk, auto run) {
    MessageContext& context = *message.root().segment()->context;
    context.takeFault();
    run();
    EXPECT_EQ(context.takeFault().kind, FaultKind::kNestingLimit) << walk;
  };
  // Copies are bounded by what they copy: without an end they would meet the limit.
  MessageBuilder copy(ArenaOptions{.maxMessageWords = 3 * message.sizeWords()});
  expectRefused("copy", [&] { copy.root().setStruct(cycle); });
  expectRefused("size", [&] { totalSize(cycle); });
  expectRefused("compare", [&] { EXPECT_EQ(compare(cycle, cycle), Equality::kFaulty); });
  expectRefused("hash", [&] { EXPECT_FALSE(canonicalHash(cycle).ok()); });
  expectRefused("canonicalize", [&] { EXPECT_FALSE(canonicalize(cycle).ok()); });
  expectRefused("validate",
                [&] { EXPECT_FALSE(validateTree(cycle.pointer(2), kTypeRef<AllTypes>).ok()); });
  expectRefused("strip", [&] { stripUnknown(AllTypes::kTable, built); });
  expectRefused("unknown", [&] { EXPECT_FALSE(hasUnknown(typed)); });
  // Nothing differs up to the levels that are printed.
  EXPECT_TRUE(diff(typed, typed).differences.empty());
  EXPECT_FALSE(toText(typed).empty());
}

TEST(MissedCycle, IsNotReachedFromTheRootAndZeroed) {
  MessageBuilder message;
  const StructBuilder cycle = makeCycle(message);
  EXPECT_TRUE(message.root().getStruct({}).pointer({.index = 2}).isNull());
  EXPECT_GT(message.wastedWords(), std::uint64_t{3000} * 6 - 1);
  const WatchedWords words(message);
  EXPECT_GT(words.bytesSet(), 3000u);
  cycle.pointer({.index = 2}).clear();
  EXPECT_LT(words.bytesSet(), 20u);  // the root pointer
}

}  // namespace
}  // namespace capstan
