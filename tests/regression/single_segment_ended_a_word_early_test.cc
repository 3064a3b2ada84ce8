// SPDX-License-Identifier: Apache-2.0
// An object that made the single segment grow was asked for with a landing pad's word, so the last
// word of maxMessageWords could not be used.
#include <gtest/gtest.h>

#include "capstan/message/message_builder.h"

namespace capstan {
namespace {

TEST(Regression, SingleSegmentEndedAWordEarly) {
  MessageBuilder message(
      {.growth = GrowthPolicy::kSingleSegment, .firstSegmentWords = 1, .maxMessageWords = 100'000});
  message.root().initData((100'000 - 1) * 8);
  EXPECT_EQ(message.sizeWords(), 100'000u);
}

}  // namespace
}  // namespace capstan
