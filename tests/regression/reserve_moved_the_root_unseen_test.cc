// SPDX-License-Identifier: Apache-2.0
// Arena::reserve took a larger first segment and gave the former one back to the pool while views
// of the root pointer still counted as valid: writing through one wrote into a released buffer.
#include <gtest/gtest.h>

#include <stdexcept>

#include "capstan/base/misuse.h"
#include "capstan/message/message_builder.h"

namespace capstan {
namespace {

TEST(Regression, ReserveMovedTheRootUnseen) {
  MessageBuilder message;
  const PointerBuilder root = message.root();
  const std::uint32_t epoch = message.arena().epoch();
  ASSERT_TRUE(message.reserve(10).ok());
  EXPECT_EQ(message.arena().epoch(), epoch) << "nothing moved";
  EXPECT_EQ(message.root().at(), root.at());
  ASSERT_TRUE(message.reserve(100'000).ok());
  EXPECT_NE(message.arena().epoch(), epoch);
  if constexpr (kChecked) {
    const MisuseHandler former =
        setMisuseHandler([](const char* mistake) { throw std::logic_error(mistake); });
    EXPECT_THROW(root.setText("x"), std::logic_error);
    setMisuseHandler(former);
  }
}

}  // namespace
}  // namespace capstan
