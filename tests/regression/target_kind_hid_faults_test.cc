// SPDX-License-Identifier: Apache-2.0
// PointerReader::targetKind charged the budget at each look at a far pointer, said struct for one
// that was malformed, and took a pointer that leads outside its segment for good.
#include <gtest/gtest.h>

#include "capstan/message/message_reader.h"
#include "tests/support/wire_words.h"

namespace capstan {
namespace {

using namespace support;

struct Row {
  std::vector<Words> segments;
  TargetKind kind;
  FaultKind fault = FaultKind::kNone;
};

TEST(Regression, TargetKindHidFaults) {
  using enum FaultKind;
  const Row rows[] = {
      {{{0}}, TargetKind::kNull},
      {{{farPointer(1, 0)}, {0}}, TargetKind::kStruct},
      {{{structPointer(0, 1, 0), 7}}, TargetKind::kStruct},
      {{{structPointer(-1, 0, 0)}}, TargetKind::kStruct},
      {{{listPointer(0, kBytes, 3), 7}}, TargetKind::kList},
      {{{capabilityPointer(3)}}, TargetKind::kCapability},
      {{{farPointer(1, 0)}, {structPointer(0, 1, 0), 7}}, TargetKind::kStruct},
      {{{farPointer(1, 0)}, {listPointer(0, kEights, 1), 7}}, TargetKind::kList},
      {{{farPointer(1, 0)}, {capabilityPointer(3)}}, TargetKind::kCapability},
      {{{doubleFarPointer(1, 0)}, {farPointer(1, 2), structPointer(0, 1, 0), 7}},
       TargetKind::kStruct},
      {{{structPointer(0, 1, 0)}}, TargetKind::kMalformed, kStructOutOfBounds},
      {{{listPointer(0, kBytes, 3)}}, TargetKind::kMalformed, kListOutOfBounds},
      {{{7}}, TargetKind::kMalformed, kUnknownPointerKind},
      {{{farPointer(2, 0)}, {0}}, TargetKind::kMalformed, kUnknownSegment},
      {{{farPointer(1, 1)}, {0}}, TargetKind::kMalformed, kLandingPadOutOfBounds},
      {{{farPointer(1, 0)}, {farPointer(0, 0)}}, TargetKind::kMalformed, kUnexpectedFarPointer},
      {{{farPointer(1, 0)}, {structPointer(0, 1, 0)}}, TargetKind::kMalformed, kStructOutOfBounds},
      {{{doubleFarPointer(1, 0)}, {0, 0}}, TargetKind::kMalformed, kDoubleFarPadMalformed},
  };
  for (const Row& row : rows) {
    const auto bytes = framed(row.segments);
    MessageReader reader(ReaderOptions{.traversalLimitWords = 1});
    ASSERT_TRUE(reader.reopen(bytes).ok());
    for (int look = 0; look < 10; ++look) {
      EXPECT_EQ(reader.root().targetKind(), row.kind) << row.segments[0][0];
    }
    EXPECT_EQ(reader.budgetWords(), 1u);
    EXPECT_EQ(reader.fault().kind, row.fault) << reader.status();
  }
}

TEST(Regression, AnyPointerTookAMalformedOneForAStruct) {
  const auto bytes = framed({{farPointer(2, 0)}, {0}});
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  const auto any = reader.getRoot<AnyPointer>();
  EXPECT_FALSE(any.isNull());
  EXPECT_FALSE(any.isStruct());
  EXPECT_FALSE(any.isList());
  EXPECT_FALSE(any.isCapability());
  EXPECT_EQ(reader.fault().kind, FaultKind::kUnknownSegment);
}

}  // namespace
}  // namespace capstan
