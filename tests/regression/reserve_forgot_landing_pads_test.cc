// SPDX-License-Identifier: Apache-2.0
// Arena::reserve counted the objects' words and not the landing pads that objects in another
// segment than their pointers need: building ran out of memory in spite of a successful reserve.
#include <gtest/gtest.h>

#include "capstan/message/message_builder.h"
#include "tests/arena/refusing_upstream.h"

namespace capstan {
namespace {

TEST(Regression, ReserveForgotLandingPads) {
  RefusingUpstream upstream;
  const BufferPool pool = poolOver(&upstream);
  MessageBuilder message({.firstSegmentWords = 63}, pool);
  const ListBuilder list = message.root().initList(ElementSize::kPointer, 62);
  ASSERT_EQ(message.arena().first().freeWords(), 0u);
  // Segments have 64 words.
  ASSERT_TRUE(message.reserve(60).ok());
  upstream.allow(0);
  for (std::uint32_t i = 0; i < 60; ++i) list.pointerAtUnchecked(i).setText("1234567");
  upstream.allowAll();
}

}  // namespace
}  // namespace capstan
