// SPDX-License-Identifier: Apache-2.0
// With maxMessageWords a full segment is cut at what it uses. A caller's first segment whose last
// object then shrank was not restored by reset, and stayed short for every later message.
#include <gtest/gtest.h>

#include <string>

#include "capstan/message/message_builder.h"

namespace capstan {
namespace {

TEST(Regression, CallersFirstSegmentStayedShort) {
  alignas(8) std::byte memory[64 * 8];
  MessageBuilder message({.maxMessageWords = 1000, .firstSegment = memory});
  const StructBuilder root = message.root().initStruct({0, 2});
  root.pointer({0}).setText(std::string(100, 'x'));
  root.pointer({1}).setText(std::string(2000, 'y'));
  ASSERT_EQ(message.arena().segmentCount(), 2u);
  root.pointer({0}).setText("short");
  message.reset();
  message.root().initData(63 * 8);
  EXPECT_EQ(message.arena().segmentCount(), 1u);
}

}  // namespace
}  // namespace capstan
