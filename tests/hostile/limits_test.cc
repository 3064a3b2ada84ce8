// SPDX-License-Identifier: Apache-2.0
// The limits of reading: nesting, cycles, traversal, amplification.
#include "tests/hostile/attack.h"

namespace capstan {
namespace {

using namespace support;

constexpr auto kComposite = ElementSize::kComposite;

// `depth` structs, each holding a pointer to the next and a number.
Words chainOfStructs(std::uint64_t depth) {
  Words words = {structPointer(0, 1, 1)};
  for (std::uint64_t i = 1; i <= depth; ++i) {
    words.push_back(i);
    words.push_back(i < depth ? structPointer(0, 1, 1) : 0);
  }
  return words;
}

// Follows pointer 0 of struct after struct. Returns: how many could be read.
std::uint64_t structsInChain(StructReader at) {
  std::uint64_t count = 0;
  while (at.get(DataField<std::uint64_t>{0}) == count + 1) {
    ++count;
    at = at.getStruct({0});
  }
  return count;
}

TEST(Nesting, SixtyFourStructsAreReadByDefault) {
  const auto bytes = framed({chainOfStructs(64)});
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  EXPECT_EQ(structsInChain(reader.root().getStruct()), 64u);
  EXPECT_TRUE(reader.status().ok());
}

TEST(Nesting, TheSixtyFifthIsAFault) {
  const auto bytes = framed({chainOfStructs(65)});
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  EXPECT_EQ(structsInChain(reader.root().getStruct()), 64u);
  EXPECT_EQ(reader.fault().kind, FaultKind::kNestingLimit);
  EXPECT_EQ(reader.status().code(), absl::StatusCode::kResourceExhausted);
}

TEST(Nesting, TheLimitIsAnOption) {
  const auto bytes = framed({chainOfStructs(100)});
  for (const std::uint16_t limit : std::initializer_list<std::uint16_t>{0, 1, 2, 63, 65, 99, 100}) {
    MessageReader reader(ReaderOptions{.nestingLimit = limit});
    ASSERT_TRUE(reader.reopen(bytes).ok());
    EXPECT_EQ(structsInChain(reader.root().getStruct()), limit);
    EXPECT_EQ(reader.fault().kind == FaultKind::kNestingLimit, limit < 100) << limit;
  }
}

TEST(Nesting, WithoutALimitADeepChainIsRead) {
  const auto bytes = framed({chainOfStructs(100'000)});
  MessageReader reader(ReaderOptions{.nestingLimit = kUnlimitedDepth});
  ASSERT_TRUE(reader.reopen(bytes).ok());
  EXPECT_EQ(structsInChain(reader.root().getStruct()), 100'000u);
  EXPECT_TRUE(reader.status().ok());
}

TEST(Nesting, ListsInListsCount) {
  Words words;
  for (int i = 0; i < 70; ++i) words.push_back(listPointer(0, kPointers, 1));
  words.push_back(0);
  const auto bytes = framed({words});
  for (const bool isAny : {false, true}) {
    MessageReader reader;
    ASSERT_TRUE(reader.reopen(bytes).ok());
    PointerReader at = reader.root();
    int count = 0;
    for (; count < 100; ++count) {
      const ListReader list = isAny ? at.getAnyList() : at.getList(ElementSize::kPointer);
      if (list.size() == 0) break;
      at = list.pointerAtUnchecked(0);
    }
    EXPECT_EQ(count, 64);
    EXPECT_EQ(reader.fault().kind, FaultKind::kNestingLimit);
  }
}

// Struct list in struct list: the list and its element count one each.
Words chainOfStructLists(std::uint64_t depth) {
  Words words;
  for (std::uint64_t i = 0; i < depth; ++i) {
    words.push_back(listPointer(0, kStructs, 1));
    words.push_back(structTag(1, 0, 1));
  }
  words.push_back(0);
  return words;
}

TEST(Nesting, ListAndElementCountForEachLimit) {
  const auto bytes = framed({chainOfStructLists(200)});
  for (std::uint16_t limit = 0; limit < 70; ++limit) {
    MessageReader reader(ReaderOptions{.nestingLimit = limit});
    ASSERT_TRUE(reader.reopen(bytes).ok());
    PointerReader at = reader.root();
    std::uint16_t lists = 0;
    for (; lists < 200; ++lists) {
      const ListReader list = at.getList(kComposite);
      if (list.size() == 0) break;
      at = list.structAtUnchecked(0).pointer(0);
    }
    EXPECT_EQ(lists, (limit + 1) / 2);
    EXPECT_EQ(reader.fault().kind, FaultKind::kNestingLimit);
  }
}

TEST(Nesting, TextAndDataNeedNoDepth) {
  const auto bytes = framed({{listPointer(0, kBytes, 3), textWord("ok")}});
  MessageReader reader(ReaderOptions{.nestingLimit = 0});
  ASSERT_TRUE(reader.reopen(bytes).ok());
  EXPECT_EQ(reader.root().getText(), "ok");
  EXPECT_EQ(reader.root().getData().size(), 3u);
  EXPECT_TRUE(reader.status().ok());
  EXPECT_EQ(reader.root().getList(ElementSize::kByte).size(), 0u);
  EXPECT_EQ(reader.fault().kind, FaultKind::kNestingLimit);
}

TEST(Cycle, AStructThatHoldsItselfEndsAtTheNestingLimit) {
  const auto bytes = framed({{structPointer(-1, 0, 1)}});
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  StructReader at = reader.root().getStruct();
  int count = 0;
  for (; at.pointers() != 0 && count < 1000; ++count) at = at.getStruct({0});
  EXPECT_EQ(count, 64);
  EXPECT_EQ(reader.fault().kind, FaultKind::kNestingLimit);
}

TEST(Cycle, ThroughFarPointersEndsToo) {
  const auto bytes = framed({{farPointer(1, 0)}, {structPointer(0, 0, 1), farPointer(1, 0)}});
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  StructReader at = reader.root().getStruct();
  int count = 0;
  for (; at.pointers() != 0 && count < 1000; ++count) at = at.getStruct({0});
  EXPECT_EQ(count, 64);
  EXPECT_EQ(reader.fault().kind, FaultKind::kNestingLimit);
}

// A hundred pointers to one text of a thousand words.
std::vector<std::byte> amplified() {
  Words words = {listPointer(0, kPointers, 100)};
  for (int i = 0; i < 100; ++i) words.push_back(listPointer(99 - i, kBytes, 8000));
  for (int i = 0; i < 1000; ++i) words.push_back(0);
  return framed({words});
}

// Reads the texts one after the other. Returns: the bytes of those that were there.
std::uint64_t textBytes(const ListReader& list) {
  std::uint64_t bytes = 0;
  for (std::uint32_t i = 0; i < list.size(); ++i)
    bytes += list.pointerAtUnchecked(i).getText().size();
  return bytes;
}

TEST(Traversal, EachVisitOfASharedTargetCounts) {
  const auto bytes = amplified();
  MessageReader reader(ReaderOptions{.traversalLimitWords = 5100});
  ASSERT_TRUE(reader.reopen(bytes).ok());
  EXPECT_EQ(textBytes(reader.root().getList(ElementSize::kPointer)), 5u * 7999);
  EXPECT_EQ(reader.fault().kind, FaultKind::kTraversalLimit);
  EXPECT_EQ(reader.status().code(), absl::StatusCode::kResourceExhausted);
}

TEST(Traversal, ALimitThatWasHitStaysHitForSmallerReads) {
  const auto bytes = framed({{structPointer(0, 0, 2), listPointer(1, kEights, 3),
                              listPointer(3, kEights, 1), 1, 2, 3, 4}});
  MessageReader reader(ReaderOptions{.traversalLimitWords = 4});
  ASSERT_TRUE(reader.reopen(bytes).ok());
  const StructReader root = reader.root().getStruct();
  EXPECT_EQ(reader.budgetWords(), 2u);
  EXPECT_EQ(root.getList({0}, ElementSize::kEightBytes).size(), 0u);
  EXPECT_EQ(root.getList({1}, ElementSize::kEightBytes).size(), 0u) << "it would have fitted";
  EXPECT_EQ(reader.fault().kind, FaultKind::kTraversalLimit);
}

TEST(Traversal, RefillBudgetStartsANewPassAndKeepsTheFault) {
  const auto bytes = framed({{structPointer(0, 2, 0), 1, 2}});
  MessageReader reader(ReaderOptions{.traversalLimitWords = 3});
  ASSERT_TRUE(reader.reopen(bytes).ok());
  EXPECT_EQ(reader.root().getStruct().dataBytes(), 16u);
  reader.refillBudget();
  EXPECT_EQ(reader.budgetWords(), 3u);
  EXPECT_EQ(reader.root().getStruct().dataBytes(), 16u);
  EXPECT_TRUE(reader.status().ok());
  EXPECT_EQ(reader.root().getStruct().dataBytes(), 0u);
  reader.refillBudget();
  EXPECT_EQ(reader.root().getStruct().dataBytes(), 16u);
  EXPECT_EQ(reader.fault().kind, FaultKind::kTraversalLimit);
}

TEST(Traversal, TheDefaultLetsEightPassesThroughAndAtLeastTheLimit) {
  EXPECT_EQ(traversalBudget({}, 10), kDefaultMaxMessageWords);
  EXPECT_EQ(traversalBudget({}, kDefaultMaxMessageWords), 8 * kDefaultMaxMessageWords);
  EXPECT_EQ(traversalBudget({.traversalLimitWords = 5}, 1000), 5u);
  EXPECT_EQ(traversalBudget({.traversalLimitWords = kUnlimited}, 1000), kUnlimited);
}

// What each way of following charges: exactly the words of its target.
TEST(Traversal, EachWayOfFollowingChargesItsTarget) {
  const auto bytes =
      framed({{structPointer(0, 1, 5), 0, listPointer(4, kBytes, 9), listPointer(5, kFours, 3),
               listPointer(6, kStructs, 1), structPointer(7, 1, 0), listPointer(7, kBits, 65), 0, 0,
               0, 0, structTag(1, 1, 0), 0, 0, 0, 0}});
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  std::uint64_t left = reader.budgetWords();
  const auto charged = [&] {
    const std::uint64_t before = std::exchange(left, reader.budgetWords());
    return before - left;
  };
  const StructReader root = reader.root().getStruct();
  EXPECT_EQ(charged(), 6u);
  EXPECT_EQ(root.getText({0}).size(), 8u);
  EXPECT_EQ(charged(), 2u);
  EXPECT_EQ(root.getData({0}).size(), 9u);
  EXPECT_EQ(charged(), 2u);
  EXPECT_EQ(root.getList({1}, ElementSize::kFourBytes).size(), 3u);
  EXPECT_EQ(charged(), 2u);
  EXPECT_EQ(root.getList({1}, ElementSize::kByte).size(), 3u);
  EXPECT_EQ(charged(), 2u);
  EXPECT_EQ(root.getList({2}, kComposite).size(), 1u);
  EXPECT_EQ(charged(), 2u);
  EXPECT_EQ(root.getList({2}, ElementSize::kEightBytes).size(), 1u);
  EXPECT_EQ(charged(), 2u);
  EXPECT_EQ(root.getStruct({3}).dataBytes(), 8u);
  EXPECT_EQ(charged(), 1u);
  EXPECT_EQ(root.getList({4}, ElementSize::kBit).size(), 65u);
  EXPECT_EQ(charged(), 2u);
  EXPECT_EQ(root.pointer(4).getAnyList().size(), 65u);
  EXPECT_EQ(charged(), 2u);
  EXPECT_TRUE(reader.status().ok()) << reader.status();
}

}  // namespace
}  // namespace capstan
