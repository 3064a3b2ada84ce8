// SPDX-License-Identifier: Apache-2.0
// Far pointers: pads that are not there, that lead to more pads, that are malformed; and those that
// are well made.
#include "tests/hostile/attack.h"

namespace capstan {
namespace {

using namespace support;

class FarPointerAttack : public HostileMessage {};

TEST_P(FarPointerAttack, ReadsAsDefault) { tryAttack(GetParam()); }

std::vector<Attack> attacks() {
  constexpr auto kPad = FaultKind::kLandingPadOutOfBounds;
  constexpr auto kMalformed = FaultKind::kDoubleFarPadMalformed;
  struct Row {
    const char* name;
    std::vector<Words> segments;
    FaultKind fault;
  };
  const std::uint64_t tag = structPointer(0, 1, 0);
  const std::vector<Row> rows = {
      {"unknown segment", {{farPointer(1, 0)}}, FaultKind::kUnknownSegment},
      {"unknown segment behind others", {{farPointer(2, 0)}, {0}}, FaultKind::kUnknownSegment},
      {"largest segment id", {{farPointer(0xFFFF'FFFF, 0)}}, FaultKind::kUnknownSegment},
      {"double to unknown segment", {{doubleFarPointer(1, 0)}}, FaultKind::kUnknownSegment},
      {"pad behind the end", {{farPointer(1, 1)}, {0}}, kPad},
      {"pad in an empty segment", {{farPointer(1, 0)}, {}}, kPad},
      {"pad at the largest offset", {{farPointer(1, kLargestCount)}, {0}}, kPad},
      {"double pad half behind the end", {{doubleFarPointer(1, 0)}, {farPointer(0, 0)}}, kPad},
      {"double pad at the largest offset", {{doubleFarPointer(1, kLargestCount)}, {0, 0}}, kPad},
      {"far to far", {{farPointer(1, 0)}, {farPointer(0, 0)}}, FaultKind::kUnexpectedFarPointer},
      {"far to double far",
       {{farPointer(1, 0)}, {doubleFarPointer(1, 0), tag}},
       FaultKind::kUnexpectedFarPointer},
      {"pad is the pointer itself", {{farPointer(0, 0)}}, FaultKind::kUnexpectedFarPointer},
      {"double pad is the pointer itself", {{doubleFarPointer(0, 0), tag}}, kMalformed},
      {"double, first word a struct", {{doubleFarPointer(1, 0)}, {tag, tag, 0}}, kMalformed},
      {"double, first word a list",
       {{doubleFarPointer(1, 0)}, {listPointer(0, kBytes, 1), tag, 0}},
       kMalformed},
      {"double, first word null", {{doubleFarPointer(1, 0)}, {0, tag, 0}}, kMalformed},
      {"double, first word double",
       {{doubleFarPointer(1, 0)}, {doubleFarPointer(1, 2), tag, farPointer(1, 4), tag, 0}},
       kMalformed},
      {"double, tag far",
       {{doubleFarPointer(1, 0)}, {farPointer(1, 2), farPointer(1, 2), 0}},
       kMalformed},
      {"double, tag capability",
       {{doubleFarPointer(1, 0)}, {farPointer(1, 2), capabilityPointer(0), 0}},
       kMalformed},
      {"double, tag with offset",
       {{doubleFarPointer(1, 0)}, {farPointer(1, 2), structPointer(1, 1, 0), 0}},
       kMalformed},
      {"double, tag with negative offset",
       {{doubleFarPointer(1, 0)}, {farPointer(1, 2), structPointer(-1, 1, 0), 0}},
       kMalformed},
      {"double, content in unknown segment",
       {{doubleFarPointer(1, 0)}, {farPointer(2, 0), tag}},
       FaultKind::kUnknownSegment},
      {"double, content behind the end",
       {{doubleFarPointer(1, 0)}, {farPointer(1, 2), tag}},
       FaultKind::kStructOutOfBounds},
      {"double, content at the largest offset",
       {{doubleFarPointer(1, 0)}, {farPointer(0, kLargestCount), tag}},
       FaultKind::kStructOutOfBounds},
      {"pad leads behind the end",
       {{farPointer(1, 0)}, {structPointer(0, 1, 0)}},
       FaultKind::kStructOutOfBounds},
      {"pad leads in front",
       {{farPointer(1, 0)}, {structPointer(-2, 1, 0)}},
       FaultKind::kStructOutOfBounds},
      {"pad leads in front into the former segment",
       {{farPointer(1, 1), 0, 0, 0}, {0, structPointer(-4, 1, 0)}},
       FaultKind::kStructOutOfBounds},
      {"pad leads to a list",
       {{farPointer(1, 0)}, {listPointer(0, kBytes, 1), 0}},
       FaultKind::kExpectedStruct},
      {"pad holds a capability",
       {{farPointer(1, 0)}, {capabilityPointer(3)}},
       FaultKind::kExpectedStruct},
      {"pad holds a reserved pointer",
       {{farPointer(1, 0)}, {capabilityPointer(3) | 4}},
       FaultKind::kUnknownPointerKind},
  };
  std::vector<Attack> attacks;
  for (const Row& row : rows) {
    attacks.push_back({row.name, row.segments, As::kStruct, row.fault});
  }
  // The same pads under lists, text and data are checked by the same code: a sample.
  attacks.push_back({"list behind unknown segment",
                     {{farPointer(1, 0)}},
                     As::kList,
                     FaultKind::kUnknownSegment,
                     ElementSize::kByte});
  attacks.push_back(
      {"text behind unknown segment", {{farPointer(1, 0)}}, As::kText, FaultKind::kUnknownSegment});
  attacks.push_back(
      {"data behind a pad out of bounds", {{farPointer(1, 1)}, {0}}, As::kData, kPad});
  attacks.push_back(
      {"capability behind a pad out of bounds", {{farPointer(1, 1)}, {0}}, As::kCapability, kPad});
  attacks.push_back({"list content behind the end",
                     {{doubleFarPointer(1, 0)}, {farPointer(1, 2), listPointer(0, kEights, 1)}},
                     As::kAnyList,
                     FaultKind::kListOutOfBounds});
  return attacks;
}

INSTANTIATE_TEST_SUITE_P(Rows, FarPointerAttack, testing::ValuesIn(attacks()));

MessageReader opened(const std::vector<std::byte>& bytes) {
  MessageReader reader;
  EXPECT_TRUE(reader.reopen(bytes).ok());
  return reader;
}

TEST(FarPointer, LeadsToAStructInAnotherSegment) {
  const auto bytes = framed({{farPointer(1, 1)}, {77, structPointer(-2, 1, 0)}});
  const MessageReader reader = opened(bytes);
  EXPECT_EQ(reader.root().getStruct().get(DataField<std::uint64_t>{0}), 77u);
  EXPECT_TRUE(reader.status().ok());
}

TEST(FarPointer, ThePadMayStandInTheSameSegment) {
  const auto bytes = framed({{farPointer(0, 1), structPointer(0, 1, 0), 5}});
  const MessageReader reader = opened(bytes);
  EXPECT_EQ(reader.root().getStruct().get(DataField<std::uint64_t>{0}), 5u);
  EXPECT_TRUE(reader.status().ok());
}

TEST(FarPointer, ADoubleOneTakesPlaceAndShapeFromTwoWords) {
  const auto bytes =
      framed({{doubleFarPointer(1, 0)}, {farPointer(2, 1), structPointer(0, 1, 0)}, {0, 9}});
  forEveryAlignment(bytes, [](std::span<const std::byte> placed) {
    MessageReader reader;
    ASSERT_TRUE(reader.reopen(placed).ok());
    EXPECT_EQ(reader.root().getStruct().get(DataField<std::uint64_t>{0}), 9u);
    EXPECT_EQ(reader.root().targetKind(), TargetKind::kStruct);
    EXPECT_TRUE(reader.status().ok());
  });
}

TEST(FarPointer, ADoubleOneLeadsToTextAndLists) {
  const auto bytes =
      framed({{structPointer(0, 0, 3), doubleFarPointer(1, 0), doubleFarPointer(1, 2),
               doubleFarPointer(1, 4)},
              {farPointer(2, 0), listPointer(0, kBytes, 3), farPointer(2, 1),
               listPointer(0, kEights, 2), farPointer(2, 3), listPointer(0, kStructs, 2)},
              {textWord("hi"), 10, 11, structTag(2, 1, 0), 20, 21}});
  const MessageReader reader = opened(bytes);
  const StructReader root = reader.root().getStruct();
  EXPECT_EQ(root.getText({0}), "hi");
  const ListReader numbers = root.getList({1}, ElementSize::kEightBytes);
  ASSERT_EQ(numbers.size(), 2u);
  EXPECT_EQ(numbers.dataAtUnchecked<std::uint64_t>(1), 11u);
  const ListReader structs = root.getList({2}, ElementSize::kComposite);
  ASSERT_EQ(structs.size(), 2u);
  EXPECT_EQ(structs.structAtUnchecked(1).get(DataField<std::uint64_t>{0}), 21u);
  EXPECT_TRUE(reader.status().ok());
}

TEST(FarPointer, ADoubleOneMayLeadToAnEmptyStruct) {
  const auto bytes = framed({{doubleFarPointer(1, 0)}, {farPointer(1, 2), structPointer(0, 0, 0)}});
  const auto number = bytesOf(Words{structPointer(0, 1, 0), kFallbackNumber});
  const MessageReader reader = opened(bytes);
  EXPECT_EQ(reader.root().getStruct(constantOf(number)).get(DataField<std::uint64_t>{0}), 0u)
      << "an empty struct is not null: the fallback is not taken";
  EXPECT_TRUE(reader.status().ok());
}

TEST(FarPointer, APadThatIsNullIsAnEmptyStruct) {
  const auto bytes = framed({{farPointer(1, 0)}, {0}});
  const auto number = bytesOf(Words{structPointer(0, 1, 0), kFallbackNumber});
  const MessageReader reader = opened(bytes);
  EXPECT_EQ(reader.root().getStruct(constantOf(number)).get(DataField<std::uint64_t>{0}), 0u);
  EXPECT_TRUE(reader.status().ok());
  EXPECT_EQ(reader.root().getText(), "");
  EXPECT_EQ(reader.fault().kind, FaultKind::kExpectedText);
}

TEST(FarPointer, ACapabilityMayStandBehindOne) {
  const auto bytes = framed({{farPointer(1, 0)}, {capabilityPointer(12)}});
  const MessageReader reader = opened(bytes);
  std::uint32_t index = 0;
  EXPECT_TRUE(reader.root().getCapabilityIndex(index));
  EXPECT_EQ(index, 12u);
  EXPECT_EQ(reader.root().targetKind(), TargetKind::kCapability);
  EXPECT_TRUE(reader.status().ok());
}

TEST(FarPointer, PadsAreCharged) {
  const auto bytes =
      framed({{structPointer(0, 0, 2), farPointer(1, 0), doubleFarPointer(1, 1)},
              {structPointer(2, 1, 0), farPointer(1, 3), structPointer(0, 1, 0), 8}});
  const MessageReader reader = opened(bytes);
  const StructReader root = reader.root().getStruct();
  const std::uint64_t before = reader.budgetWords();
  EXPECT_EQ(root.getStruct({0}).get(DataField<std::uint64_t>{0}), 8u);
  EXPECT_EQ(reader.budgetWords(), before - 2);
  EXPECT_EQ(root.getStruct({1}).get(DataField<std::uint64_t>{0}), 8u);
  EXPECT_EQ(reader.budgetWords(), before - 5);
}

TEST(FarPointer, APadThatTheBudgetDoesNotHaveIsALimit) {
  const auto bytes = framed({{farPointer(1, 0)}, {structPointer(-1, 0, 0)}});
  MessageReader reader(ReaderOptions{.traversalLimitWords = 1});
  ASSERT_TRUE(reader.reopen(bytes).ok());
  reader.root().getStruct();
  EXPECT_TRUE(reader.status().ok());
  reader.root().getStruct();
  EXPECT_EQ(reader.fault().kind, FaultKind::kTraversalLimit);
}

}  // namespace
}  // namespace capstan
