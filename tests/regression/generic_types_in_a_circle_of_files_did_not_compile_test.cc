// SPDX-License-Identifier: Apache-2.0
// Accessors of a generic type that give a struct of a file that imports this one in turn spoke of
// that struct's views where these were not complete yet: the headers did not compile.
#include <gtest/gtest.h>

#include <type_traits>
#include <utility>

#include "capstan/message/message_builder.h"
#include "circle.capnp.h"

namespace capstan {
namespace {

using Box = golden::circle::Box<Text>;
using golden::circle_back::Back;

static_assert(std::is_same_v<decltype(Box::Reader().getBack()), Back::Reader>);
static_assert(std::is_same_v<decltype(Box::Builder().initBack()), Back::Builder>);

TEST(Regression, GenericTypesInACircleOfFilesDidNotCompile) {
  MessageBuilder message;
  const auto box = message.initRoot<Box>();
  box.initBack().setName("made");
  EXPECT_EQ(box.getBack().getName(), "made");
  box.initBacks(2)[1].setName("second");
  box.setLid(box.asReader().getBack());
  box.getBack().setName("other");
  EXPECT_EQ(box.asReader().getBack().getName(), "other");
  EXPECT_EQ(box.asReader().getBacks()[1].getName(), "second");
  EXPECT_EQ(box.asReader().getLid().getName(), "made");
  Orphan<Back> lid = box.disownLid();
  EXPECT_FALSE(box.hasLid());
  box.adoptBack(std::move(lid));
  EXPECT_EQ(box.getBack().getName(), "made");
}

}  // namespace
}  // namespace capstan
