// SPDX-License-Identifier: Apache-2.0
// A reserve above maxMessageWords failed, but left the message with a first segment of the size
// that was refused.
#include <gtest/gtest.h>

#include "capstan/message/message_builder.h"
#include "tests/arena/refusing_upstream.h"

namespace capstan {
namespace {

TEST(Regression, ReserveKeptMemoryAboveTheLimit) {
  const BufferPool pool = poolOver();
  MessageBuilder message({.maxMessageWords = 100}, pool);
  EXPECT_FALSE(message.reserve(1'000'000).ok());
  EXPECT_EQ(heldOf(pool), 0u);
  EXPECT_FALSE(message.reserve(100).ok()) << "the root pointer is a word, too";
  EXPECT_TRUE(message.reserve(99).ok());
}

}  // namespace
}  // namespace capstan
