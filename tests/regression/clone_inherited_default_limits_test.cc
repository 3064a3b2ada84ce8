// SPDX-License-Identifier: Apache-2.0
// A clone was opened with the default nesting limit and budget: one of a deep message could not be
// read to its end, and one that was read again and again ran out.
#include <gtest/gtest.h>

#include "capstan/message/owned.h"
#include "capstan/schema/schema.capnp.h"

namespace capstan {
namespace {

TEST(Regression, CloneInheritedDefaultLimits) {
  MessageBuilder message;
  auto type = message.initRoot<schema::Type>();
  for (int depth = 0; depth < 200; ++depth) type = type.initList().initElementType();
  type.setText();
  const auto copy = clone<schema::Type>(message.getRootReader<schema::Type>());
  ASSERT_TRUE(copy.ok()) << copy.status();
  for (int pass = 0; pass < 3; ++pass) {
    schema::Type::Reader at = copy->get();
    int depth = 0;
    for (; at.isList() && depth < 1000; ++depth) at = at.getList().getElementType();
    EXPECT_EQ(depth, 200);
    EXPECT_TRUE(at.isText());
  }
  EXPECT_TRUE(copy->status().ok()) << copy->status();
}

}  // namespace
}  // namespace capstan
