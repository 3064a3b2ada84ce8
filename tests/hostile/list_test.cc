// SPDX-License-Identifier: Apache-2.0
// Struct lists with lying tags, lists of elements without size, blobs of wrong kinds.
#include "tests/hostile/attack.h"

namespace capstan {
namespace {

using namespace support;

constexpr auto kComposite = ElementSize::kComposite;

class TagAttack : public HostileMessage {};
class EmptyElementsAttack : public HostileMessage {};
class KindAttack : public HostileMessage {};

TEST_P(TagAttack, ReadsAsDefault) { tryAttack(GetParam()); }
TEST_P(EmptyElementsAttack, ReadsAsDefault) { tryAttack(GetParam()); }
TEST_P(KindAttack, ReadsAsDefault) { tryAttack(GetParam()); }

std::vector<Attack> tagAttacks() {
  const auto kKind = FaultKind::kTagNotStruct;
  const auto kOverrun = FaultKind::kTagOverrunsList;
  const std::vector<std::tuple<const char*, Words, FaultKind>> rows = {
      {"tag is a list", {listPointer(0, kStructs, 1), listPointer(0, kBytes, 8), 0}, kKind},
      {"tag is far", {listPointer(0, kStructs, 1), farPointer(0, 0), 0}, kKind},
      {"tag is a capability", {listPointer(0, kStructs, 1), capabilityPointer(0), 0}, kKind},
      {"one element more", {listPointer(0, kStructs, 2), structTag(3, 1, 0), 0, 0}, kOverrun},
      {"one element in no words", {listPointer(0, kStructs, 0), structTag(1, 1, 0)}, kOverrun},
      {"one pointer more", {listPointer(0, kStructs, 1), structTag(1, 1, 1), 0}, kOverrun},
      {"largest count", {listPointer(0, kStructs, 1), structTag(0x3FFF'FFFF, 1, 0), 0}, kOverrun},
      {"count that would be negative",
       {listPointer(0, kStructs, 1), structTag(0x2000'0000, 1, 0), 0},
       kOverrun},
      {"product of 2 to the 32",
       {listPointer(0, kStructs, 0), structTag(65536, 65535, 1)},
       kOverrun},
      {"product a little above 2 to the 32",
       {listPointer(0, kStructs, 1), structTag(65537, 65535, 1), 0},
       kOverrun},
      {"largest product",
       {listPointer(0, kStructs, 1), structTag(0x3FFF'FFFF, 65535, 65535), 0},
       kOverrun},
  };
  std::vector<Attack> attacks;
  for (const auto& [name, words, fault] : rows) {
    attacks.push_back({name, {words}, As::kList, fault, kComposite});
    attacks.push_back({std::string(name) + " as any", {words}, As::kAnyList, fault});
    attacks.push_back(
        {std::string(name) + " as pointers", {words}, As::kList, fault, ElementSize::kPointer});
    attacks.push_back(
        {std::string(name) + " as bytes", {words}, As::kList, fault, ElementSize::kByte});
  }
  return attacks;
}

// Half a billion elements in a message of a few bytes: each is charged as a word.
std::vector<Attack> emptyElementAttacks() {
  constexpr auto kLimit = FaultKind::kTraversalLimit;
  const Words voids = {listPointer(0, kVoids, kLargestCount)};
  const Words structs = {listPointer(0, kStructs, 0), structTag(kLargestCount, 0, 0)};
  const Words mostStructs = {listPointer(0, kStructs, 0), structTag(0x3FFF'FFFF, 0, 0)};
  const Words far = {doubleFarPointer(0, 1), farPointer(0, 3),
                     listPointer(0, kVoids, kLargestCount)};
  return {
      {"voids as voids", {voids}, As::kList, kLimit, ElementSize::kVoid},
      {"voids as structs", {voids}, As::kList, kLimit, kComposite},
      {"voids as any", {voids}, As::kAnyList, kLimit},
      {"structs as structs", {structs}, As::kList, kLimit, kComposite},
      {"structs as voids", {structs}, As::kList, kLimit, ElementSize::kVoid},
      {"structs as any", {structs}, As::kAnyList, kLimit},
      {"most structs as structs", {mostStructs}, As::kList, kLimit, kComposite},
      {"voids behind far pointers", {far}, As::kList, kLimit, ElementSize::kVoid},
  };
}

std::vector<Attack> kindAttacks() {
  constexpr auto kText = FaultKind::kExpectedText;
  constexpr auto kData = FaultKind::kExpectedData;
  const Words structs = {listPointer(0, kStructs, 1), structTag(1, 1, 0), 0};
  std::vector<Attack> attacks = {
      {"list where struct",
       {{listPointer(0, kBytes, 8), 0}},
       As::kStruct,
       FaultKind::kExpectedStruct},
      {"empty list where struct",
       {{listPointer(0, kVoids, 0)}},
       As::kStruct,
       FaultKind::kExpectedStruct},
      {"capability where struct",
       {{capabilityPointer(0)}},
       As::kStruct,
       FaultKind::kExpectedStruct},
      {"reserved pointer where struct",
       {{capabilityPointer(0) | 8}},
       As::kStruct,
       FaultKind::kUnknownPointerKind},
      {"struct where list",
       {{structPointer(0, 1, 0), 0}},
       As::kList,
       FaultKind::kExpectedList,
       ElementSize::kEightBytes},
      {"struct where struct list",
       {{structPointer(0, 1, 0), 0}},
       As::kList,
       FaultKind::kExpectedList,
       kComposite},
      {"struct where any list",
       {{structPointer(0, 1, 0), 0}},
       As::kAnyList,
       FaultKind::kExpectedList},
      {"capability where list", {{capabilityPointer(0)}}, As::kAnyList, FaultKind::kExpectedList},
      {"reserved pointer where list",
       {{capabilityPointer(0) | 4}},
       As::kAnyList,
       FaultKind::kUnknownPointerKind},
      {"struct where capability",
       {{structPointer(0, 1, 0), 0}},
       As::kCapability,
       FaultKind::kExpectedCapability},
      {"list where capability",
       {{listPointer(0, kBytes, 8), 0}},
       As::kCapability,
       FaultKind::kExpectedCapability},
      {"reserved pointer where capability",
       {{capabilityPointer(0) | 4}},
       As::kCapability,
       FaultKind::kUnknownPointerKind},
      {"struct where text", {{structPointer(0, 1, 0), 0}}, As::kText, kText},
      {"struct where data", {{structPointer(0, 1, 0), 0}}, As::kData, kData},
      {"capability where text", {{capabilityPointer(0)}}, As::kText, kText},
      {"structs where text", {structs}, As::kText, kText},
      {"structs where data", {structs}, As::kData, kData},
      {"text without NUL",
       {{listPointer(0, kBytes, 8), ~0ull}},
       As::kText,
       FaultKind::kTextNotTerminated},
      {"text with its NUL one byte late",
       {{listPointer(0, kBytes, 7), textWord("1234567")}},
       As::kText,
       FaultKind::kTextNotTerminated},
      {"text of no bytes", {{listPointer(0, kBytes, 0)}}, As::kText, FaultKind::kTextNotTerminated},
      // The byte in front of it is a NUL: one too few must not be looked at.
      {"text of no bytes behind a NUL",
       {{listPointer(1, kBytes, 0), 0}},
       As::kText,
       FaultKind::kTextNotTerminated},
      {"far text without NUL",
       {{farPointer(1, 0)}, {listPointer(0, kBytes, 8), ~0ull}},
       As::kText,
       FaultKind::kTextNotTerminated},
  };
  for (std::uint64_t code = kVoids; code <= kPointers; ++code) {
    if (code == kBytes) continue;
    const Words words = {listPointer(0, code, 1), 0};
    const std::string suffix = " where code " + std::to_string(code);
    attacks.push_back({"text" + suffix, {words}, As::kText, kText});
    attacks.push_back({"data" + suffix, {words}, As::kData, kData});
  }
  return attacks;
}

INSTANTIATE_TEST_SUITE_P(Rows, TagAttack, testing::ValuesIn(tagAttacks()));
INSTANTIATE_TEST_SUITE_P(Rows, EmptyElementsAttack, testing::ValuesIn(emptyElementAttacks()));
INSTANTIATE_TEST_SUITE_P(Rows, KindAttack, testing::ValuesIn(kindAttacks()));

TEST(StructList, MayClaimMoreWordsThanItsElementsNeed) {
  const auto bytes = framed({{listPointer(0, kStructs, 3), structTag(1, 1, 0), 6, 7, 8}});
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  const ListReader list = reader.root().getList(kComposite);
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list.structAtUnchecked(0).get(DataField<std::uint64_t>{0}), 6u);
  EXPECT_TRUE(reader.status().ok());
}

TEST(StructList, IsChargedWithItsTagAndItsClaimedWords) {
  const auto bytes = framed({{listPointer(0, kStructs, 3), structTag(1, 1, 0), 6, 7, 8}});
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  const std::uint64_t before = reader.budgetWords();
  reader.root().getList(kComposite);
  EXPECT_EQ(reader.budgetWords(), before - 4);
}

TEST(StructList, NumbersThatLookLikeATagAreNumbers) {
  const std::uint64_t tag = structTag(2, 1, 0);
  // A struct list of three words would have one word more: it is there.
  const auto bytes = framed({{listPointer(0, kEights, 3), tag, 5, 6, 7}});
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  const ListReader list = reader.root().getList(kComposite);
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(list.structAtUnchecked(0).get(DataField<std::uint64_t>{0}), tag);
  const auto structs = framed({{structPointer(0, 3, 0), tag, 5, 6}});
  ASSERT_TRUE(reader.reopen(structs).ok());
  EXPECT_EQ(reader.root().getList(kComposite).size(), 0u);
  EXPECT_EQ(reader.fault().kind, FaultKind::kExpectedList);
}

TEST(EmptyElements, AreChargedAWordEach) {
  const auto bytes = framed({{structPointer(0, 0, 2), listPointer(1, kVoids, 1000),
                              listPointer(0, kStructs, 0), structTag(1000, 0, 0)}});
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  const StructReader root = reader.root().getStruct();
  const std::uint64_t before = reader.budgetWords();
  EXPECT_EQ(root.getList({0}, ElementSize::kVoid).size(), 1000u);
  EXPECT_EQ(reader.budgetWords(), before - 1000);
  EXPECT_EQ(root.getList({1}, kComposite).size(), 1000u);
  EXPECT_EQ(reader.budgetWords(), before - 2001);
  EXPECT_TRUE(reader.status().ok());
}

TEST(EmptyElements, ElementsOfThemReadAsDefaultsEverywhere) {
  const auto bytes = framed({{listPointer(0, kStructs, 0), structTag(1000, 0, 0)}});
  forEveryAlignment(bytes, [](std::span<const std::byte> placed) {
    MessageReader reader;
    ASSERT_TRUE(reader.reopen(placed).ok());
    const ListReader list = reader.root().getList(kComposite);
    ASSERT_EQ(list.size(), 1000u);
    const StructReader last = list.structAtUnchecked(999);
    EXPECT_EQ(last.get(DataField<std::uint8_t>{0}), 0u);
    EXPECT_FALSE(last.get(DataField<bool>{0}));
    EXPECT_EQ(last.getText({0}), "");
    EXPECT_TRUE(reader.status().ok());
  });
}

TEST(ListIndex, OutOfRangeReadsAsDefaultAndLeavesAFault) {
  const auto bytes = framed({{listPointer(0, kFours, 2), 7 | 8ull << 32}});
  forEveryAlignment(bytes, [](std::span<const std::byte> placed) {
    MessageReader reader;
    ASSERT_TRUE(reader.reopen(placed).ok());
    const auto list = reader.getRoot<List<std::uint32_t>>();
    EXPECT_EQ(list[1], 8u);
    EXPECT_TRUE(reader.status().ok());
    EXPECT_EQ(list[2], 0u);
    EXPECT_EQ(list[0xFFFF'FFFF], 0u);
    EXPECT_EQ(reader.fault().kind, FaultKind::kIndexOutOfRange);
  });
}

TEST(TextContent, AnInteriorNulIsKept) {
  const auto bytes = framed({{listPointer(0, kBytes, 6), textWord(std::string_view("a\0bcd", 5))}});
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  EXPECT_EQ(reader.root().getText().size(), 5u);
  EXPECT_STREQ(reader.root().getText().c_str(), "a");
  EXPECT_TRUE(reader.status().ok());
}

TEST(TextContent, OneByteIsTheEmptyText) {
  const auto bytes = framed({{listPointer(0, kBytes, 1), 0}});
  const auto fallback = bytesOf(Words{listPointer(0, kBytes, 8), textWord("default")});
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  EXPECT_EQ(reader.root().getText(constantOf(fallback)), "");
  EXPECT_TRUE(reader.status().ok());
}

}  // namespace
}  // namespace capstan
