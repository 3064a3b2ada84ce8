// SPDX-License-Identifier: Apache-2.0
// Pointers that lead outside their segment: in front of it, behind it, partly, and by the largest
// distances and sizes that the format can write.
#include "tests/hostile/attack.h"

namespace capstan {
namespace {

using namespace support;

constexpr auto kStructFault = FaultKind::kStructOutOfBounds;
constexpr auto kListFault = FaultKind::kListOutOfBounds;

class StructOutOfBounds : public HostileMessage {};
class ListOutOfBounds : public HostileMessage {};
class BlobOutOfBounds : public HostileMessage {};

TEST_P(StructOutOfBounds, ReadsAsDefault) { tryAttack(GetParam()); }
TEST_P(ListOutOfBounds, ReadsAsDefault) { tryAttack(GetParam()); }
TEST_P(BlobOutOfBounds, ReadsAsDefault) { tryAttack(GetParam()); }

std::vector<Attack> structAttacks() {
  const std::vector<std::pair<const char*, Words>> rows = {
      {"data behind the end", {structPointer(0, 1, 0)}},
      {"data partly behind the end", {structPointer(0, 2, 0), 0}},
      {"pointers behind the end", {structPointer(0, 1, 1), 0}},
      {"pointers only, partly behind the end", {structPointer(0, 0, 2), 0}},
      {"starts behind the end", {structPointer(2, 1, 0), 0}},
      {"empty, behind the end", {structPointer(1, 0, 0)}},
      {"empty, in front", {structPointer(-2, 0, 0)}},
      {"in front", {structPointer(-2, 1, 0), 0}},
      {"largest offset", {structPointer(kLargestOffset, 1, 0), 0}},
      {"largest offset, empty", {structPointer(kLargestOffset, 0, 0), 0}},
      {"smallest offset", {structPointer(kSmallestOffset, 1, 0), 0}},
      {"smallest offset, empty", {structPointer(kSmallestOffset, 0, 0), 0}},
      {"smallest offset, largest sections", {structPointer(kSmallestOffset, 65535, 65535), 0}},
      {"largest sections", {structPointer(0, 65535, 65535), 0}},
      {"largest data section", {structPointer(0, 65535, 0), 0}},
      {"largest pointer section", {structPointer(0, 0, 65535), 0}},
  };
  std::vector<Attack> attacks;
  for (const auto& [name, words] : rows) {
    attacks.push_back({name, {words}, As::kStruct, kStructFault});
    // What lies behind the segment is the next one's: just as forbidden.
    attacks.push_back({std::string(name) + " before another segment",
                       {words, Words(4, structPointer(0, 1, 0))},
                       As::kStruct,
                       kStructFault});
  }
  return attacks;
}

// One more element than a word holds, and the largest count, of each kind of element.
std::vector<Attack> listAttacks() {
  std::vector<Attack> attacks;
  const std::uint64_t perWord[] = {0, 64, 8, 4, 2, 1, 1};
  for (std::uint64_t code = kBits; code <= kPointers; ++code) {
    const auto expected = static_cast<ElementSize>(code);
    const auto add = [&](const char* name, const Words& words) {
      const std::string full = std::string(name) + " of code " + std::to_string(code);
      attacks.push_back({full, {words}, As::kList, kListFault, expected});
      attacks.push_back({full + " as any list", {words}, As::kAnyList, kListFault});
      if (code >= kBytes) {
        attacks.push_back(
            {full + " as structs", {words}, As::kList, kListFault, ElementSize::kComposite});
      }
    };
    add("one more", {listPointer(0, code, perWord[code] + 1), 0});
    add("largest count", {listPointer(0, code, kLargestCount), 0});
    add("largest count at smallest offset", {listPointer(kSmallestOffset, code, kLargestCount), 0});
    add("largest offset", {listPointer(kLargestOffset, code, 1), 0});
    add("largest offset, no elements", {listPointer(kLargestOffset, code, 0), 0});
    add("smallest offset", {listPointer(kSmallestOffset, code, 1), 0});
    add("in front", {listPointer(-2, code, 1), 0});
    add("in front, no elements", {listPointer(-2, code, 0), 0});
    add("right behind the end", {listPointer(1, code, 1), 0});
    add("behind the end, no elements", {listPointer(2, code, 0), 0});
  }
  const auto addStructs = [&](const char* name, const Words& words) {
    attacks.push_back({name, {words}, As::kList, kListFault, ElementSize::kComposite});
    attacks.push_back({std::string(name) + " as any list", {words}, As::kAnyList, kListFault});
  };
  addStructs("structs without a tag", {listPointer(0, kStructs, 0)});
  addStructs("structs, one word more", {listPointer(0, kStructs, 2), structTag(2, 1, 0), 0});
  addStructs("structs, largest count",
             {listPointer(0, kStructs, kLargestCount), structTag(1, 1, 0), 0});
  addStructs("structs in front", {listPointer(-2, kStructs, 1), structTag(1, 1, 0), 0});
  addStructs("structs at smallest offset",
             {listPointer(kSmallestOffset, kStructs, 1), structTag(1, 1, 0), 0});
  addStructs("structs at largest offset",
             {listPointer(kLargestOffset, kStructs, 1), structTag(1, 1, 0), 0});
  addStructs("voids behind the end", {listPointer(2, kVoids, 3), 0});
  return attacks;
}

std::vector<Attack> blobAttacks() {
  std::vector<Attack> attacks;
  const auto add = [&](const char* name, const Words& words) {
    attacks.push_back({std::string("text ") + name, {words}, As::kText, kListFault});
    attacks.push_back({std::string("data ") + name, {words}, As::kData, kListFault});
  };
  add("behind the end", {listPointer(0, kBytes, 1)});
  add("one byte too long", {listPointer(0, kBytes, 9), 0});
  add("of largest size", {listPointer(0, kBytes, kLargestCount), 0});
  add("in front", {listPointer(-2, kBytes, 8), 0});
  add("at largest offset", {listPointer(kLargestOffset, kBytes, 8), 0});
  add("at smallest offset", {listPointer(kSmallestOffset, kBytes, 8), 0});
  add("empty, behind the end", {listPointer(2, kBytes, 0), 0});
  add("empty, in front", {listPointer(-2, kBytes, 0), 0});
  return attacks;
}

INSTANTIATE_TEST_SUITE_P(Rows, StructOutOfBounds, testing::ValuesIn(structAttacks()));
INSTANTIATE_TEST_SUITE_P(Rows, ListOutOfBounds, testing::ValuesIn(listAttacks()));
INSTANTIATE_TEST_SUITE_P(Rows, BlobOutOfBounds, testing::ValuesIn(blobAttacks()));

TEST(Bounds, TheFaultTellsWhereThePointerStands) {
  const auto bytes = framed({Words{structPointer(0, 1, 2), 0, 0, structPointer(0, 1, 0)}});
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  const StructReader root = reader.root().getStruct();
  EXPECT_EQ(reader.fault(), Fault{});
  root.pointer(1).getStruct();
  EXPECT_EQ(reader.fault(), (Fault{FaultKind::kStructOutOfBounds, 0, 3}));
  root.pointer(1).getText();
  EXPECT_EQ(reader.fault().kind, FaultKind::kStructOutOfBounds) << "the first fault is kept";
}

TEST(Bounds, WhatFitsExactlyIsRead) {
  const auto bytes =
      framed({Words{structPointer(0, 1, 1), 42, listPointer(0, kBytes, 8), textWord("seven..")}});
  forEveryAlignment(bytes, [](std::span<const std::byte> placed) {
    MessageReader reader;
    ASSERT_TRUE(reader.reopen(placed).ok());
    const StructReader root = reader.root().getStruct();
    EXPECT_EQ(root.get(DataField<std::uint64_t>{0}), 42u);
    EXPECT_EQ(root.getText({0}), "seven..");
    EXPECT_EQ(root.getData({0}).size(), 8u);
    EXPECT_TRUE(reader.status().ok());
  });
}

TEST(Bounds, AnObjectMayStandInFrontOfItsPointer) {
  const auto bytes =
      framed({Words{structPointer(1, 0, 1), textWord("before!"), listPointer(-2, kBytes, 8)}});
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  EXPECT_EQ(reader.root().getStruct().getText({0}), "before!");
  EXPECT_TRUE(reader.status().ok());
}

TEST(Bounds, AnEmptyObjectMayStandAtTheEnd) {
  const auto bytes =
      framed({Words{structPointer(0, 0, 2), listPointer(1, kEights, 0), structPointer(-1, 0, 0)}});
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  const StructReader root = reader.root().getStruct();
  EXPECT_EQ(root.getList({0}, ElementSize::kEightBytes).size(), 0u);
  EXPECT_EQ(root.getStruct({1}).dataBytes(), 0u);
  EXPECT_TRUE(root.has({1}));
  EXPECT_TRUE(reader.status().ok());
}

TEST(Bounds, ANullRootIsTheDefaultWithoutFault) {
  const auto bytes = framed({Words{0}});
  const auto number = bytesOf(Words{structPointer(0, 1, 0), kFallbackNumber});
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  EXPECT_EQ(reader.root().getStruct(constantOf(number)).get(DataField<std::uint64_t>{0}),
            kFallbackNumber);
  EXPECT_EQ(reader.root().getText(), "");
  EXPECT_EQ(reader.root().getAnyList().size(), 0u);
  EXPECT_TRUE(reader.status().ok());
}

TEST(Bounds, AMessageWithoutWordsHasNoRoot) {
  for (const auto& bytes : {framed({Words{}}), framed({Words{}, Words{0}})}) {
    MessageReader reader;
    ASSERT_TRUE(reader.reopen(bytes).ok());
    EXPECT_EQ(reader.root().getStruct().dataBytes(), 0u);
    EXPECT_EQ(reader.fault().kind, FaultKind::kRootMissing);
  }
}

}  // namespace
}  // namespace capstan
