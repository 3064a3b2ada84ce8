// SPDX-License-Identifier: Apache-2.0
// A far pointer whose landing pad is all zero bits read as null: a list or text behind it was empty
// without a fault, and a copy was reported as not whole although nothing was wrong.
#include <gtest/gtest.h>

#include "capstan/layout/copy.h"
#include "capstan/message/message_builder.h"
#include "capstan/message/message_reader.h"
#include "tests/support/wire_words.h"

namespace capstan {
namespace {

using support::doubleFarPointer;
using support::farPointer;

TEST(Regression, NullPadWasCopiedAsASilentFault) {
  const std::vector<std::byte> messages[] = {
      support::framed({{farPointer(1, 0)}, {0}}),
      support::framed({{doubleFarPointer(1, 0)}, {farPointer(1, 0), 0}}),
  };
  for (const std::vector<std::byte>& bytes : messages) {
    MessageReader reader;
    ASSERT_TRUE(reader.reopen(bytes).ok());
    EXPECT_EQ(reader.root().targetKind(), TargetKind::kStruct);
    EXPECT_EQ(reader.root().getStruct().dataBytes(), 0u);
    MessageBuilder copy;
    const internal::Copied copied = internal::copyTarget(
        reader.root(), copy.root().segment(), copy.root().at(), internal::OnFault::kChangeNothing);
    EXPECT_TRUE(copied.isWhole);
    EXPECT_FALSE(copy.root().isNull());
    EXPECT_TRUE(reader.status().ok()) << reader.status();
    EXPECT_EQ(reader.root().getAnyList().size(), 0u);
    EXPECT_EQ(reader.fault().kind, FaultKind::kExpectedList);
  }
}

}  // namespace
}  // namespace capstan
