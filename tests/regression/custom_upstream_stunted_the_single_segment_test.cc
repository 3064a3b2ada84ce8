// SPDX-License-Identifier: Apache-2.0
// Over an upstream of one's own a single segment cannot grow in place; it was given only its first
// size, 8 KiB, instead of the pool's fixed size.
#include <gtest/gtest.h>

#include "capstan/message/message_builder.h"
#include "tests/arena/refusing_upstream.h"

namespace capstan {
namespace {

TEST(Regression, CustomUpstreamStuntedTheSingleSegment) {
  RefusingUpstream upstream;
  const BufferPool pool = poolOver(&upstream);
  MessageBuilder message({.growth = GrowthPolicy::kSingleSegment}, pool);
  message.root().initData(kDefaultFixedBytes - 1024);
  EXPECT_EQ(message.arena().segmentCount(), 1u);
}

}  // namespace
}  // namespace capstan
