// SPDX-License-Identifier: Apache-2.0
// Unions: which member is active, what inactive ones read as, and what misuse is.
#include <gtest/gtest.h>

#include <array>

#include "all_types.capnp.h"
#include "capstan/arena/exhaustion.h"
#include "capstan/message/message_builder.h"
#include "tests/support/misuse_catcher.h"

namespace capstan {
namespace {

using support::misuseOf;
using test_types::Color;
using test_types::Unions;

class UnionMembers : public testing::Test {
 protected:
  MessageBuilder message_;
  Unions::Builder built_ = message_.initRoot<Unions>();
};

TEST_F(UnionMembers, StartWithTheFirst) {
  EXPECT_EQ(built_.which(), Unions::Which::NUMBER);
  EXPECT_TRUE(built_.isNumber());
  EXPECT_EQ(built_.getNumber(), 7);
  EXPECT_EQ(Unions::Reader().which(), Unions::Which::NUMBER);
  EXPECT_EQ(built_.getShape().which(), Unions::Shape::Which::CIRCLE);
}

TEST_F(UnionMembers, BecomeActiveWhenSet) {
  built_.setNumber(1);
  EXPECT_TRUE(built_.asReader().isNumber());
  built_.setText("t");
  EXPECT_EQ(built_.asReader().which(), Unions::Which::TEXT);
  EXPECT_FALSE(built_.isNumber());
  built_.setList({1, 2});
  EXPECT_TRUE(built_.isList());
  built_.initSelf().setAfter(5);
  EXPECT_TRUE(built_.isSelf());
  EXPECT_EQ(built_.getSelf().getAfter(), 5);
  built_.initAny().setAs<Text>("any");
  EXPECT_TRUE(built_.isAny());
  EXPECT_EQ(built_.getAny().getAs<Text>(), "any");
  built_.setColor(Color::RED);
  EXPECT_TRUE(built_.isColor());
  built_.initText(2);
  EXPECT_TRUE(built_.isText());
  built_.initList(3);
  EXPECT_EQ(built_.getList().size(), 3u);
  built_.getShape().setNothing();
  EXPECT_TRUE(built_.getShape().isNothing());
  EXPECT_TRUE(built_.isList());
}

TEST_F(UnionMembers, ReadAsTheirDefaultsWhileInactive) {
  built_.setList({1, 2, 3});
  for (const Unions::Reader reader : {built_.asReader(), Unions::Reader(built_)}) {
    EXPECT_EQ(reader.getNumber(), 7);
    EXPECT_EQ(reader.getText(), "default text");
    EXPECT_FALSE(reader.hasText());
    EXPECT_FALSE(reader.hasSelf());
    EXPECT_EQ(reader.getSelf().getNumber(), 7);
    EXPECT_TRUE(reader.getAny().isNull());
    EXPECT_FALSE(reader.hasAny());
    EXPECT_EQ(reader.getColor(), Color::GREEN);
    EXPECT_TRUE(reader.hasList());
  }
  EXPECT_EQ(built_.getNumber(), 7);
  EXPECT_EQ(built_.getColor(), Color::GREEN);
  EXPECT_EQ(built_.getText(), "default text");
  EXPECT_FALSE(built_.hasText());
  built_.setNumber(1);
  EXPECT_EQ(built_.asReader().getList().size(), 0u);
  EXPECT_FALSE(built_.hasList());
}

TEST_F(UnionMembers, OfANewerSchemaAreKept) {
  built_.setText("kept");
  built_.raw().set(Unions::Slots::kDiscriminant, static_cast<Unions::Which>(77));
  EXPECT_EQ(static_cast<int>(built_.asReader().which()), 77);
  EXPECT_FALSE(built_.isText());
  EXPECT_EQ(built_.asReader().getText(), "default text");
  EXPECT_EQ(built_.asReader().getNumber(), 7);
}

TEST_F(UnionMembers, OfGroupsReadAsDefaultsWhileInactive) {
  const Unions::Shape::Builder shape = built_.getShape();
  shape.setCircle(2.5);
  EXPECT_EQ(shape.asReader().getBox().getWidth(), 0u);
  EXPECT_EQ(shape.asReader().getBox().getName(), "");
  const Unions::Shape::Box::Builder box = shape.initBox();
  EXPECT_TRUE(shape.isBox());
  EXPECT_EQ(box.getWidth(), 0u);  // not what the circle left
  EXPECT_EQ(box.getHeight(), 0u);
  box.setWidth(3);
  box.setName("a box");
  EXPECT_EQ(shape.asReader().getBox().getName(), "a box");
  EXPECT_EQ(shape.getBox().getWidth(), 3u);
  EXPECT_EQ(shape.asReader().getCircle(), 0.0);
  EXPECT_EQ(shape.asReader().getLabel(), "");
}

TEST_F(UnionMembers, CannotBeTakenApartWhileInactive) {
  built_.setNumber(3);
  EXPECT_EQ(misuseOf([&] { built_.getList(); }),
            "Unions.list is not the active member of its union");
  EXPECT_EQ(misuseOf([&] { built_.getSelf(); }),
            "Unions.self is not the active member of its union");
  EXPECT_EQ(misuseOf([&] { built_.getAny(); }), "Unions.any is not the active member of its union");
  EXPECT_EQ(misuseOf([&] { built_.getShape().getBox(); }),
            "Unions.shape.box is not the active member of its union");
  EXPECT_EQ(misuseOf([&] { built_.getShape(); }), "");
  built_.initSelf();
  EXPECT_EQ(misuseOf([&] { built_.getSelf(); }), "");
}

TEST(UnionTags, StayWhereAValueCannotBeCompleted) {
  if constexpr (!kExceptions) GTEST_SKIP() << "built without exceptions";
  alignas(8) std::array<std::byte, 8 * (1 + Unions::kWords + 2)> memory;
  MessageBuilder message({.growth = GrowthPolicy::kFixed, .firstSegment = memory});
  const Unions::Builder built = message.initRoot<Unions>();
  built.setNumber(12);
  EXPECT_THROW(built.setText(std::string(100, 'x')), ArenaExhausted);
  EXPECT_TRUE(built.isNumber());
  EXPECT_EQ(built.getNumber(), 12);
  EXPECT_THROW(built.initList(100), ArenaExhausted);
  EXPECT_TRUE(built.isNumber());
  EXPECT_THROW(built.initSelf(), ArenaExhausted);
  EXPECT_TRUE(built.isNumber());
  built.setText("short");
  EXPECT_TRUE(built.isText());
}

}  // namespace
}  // namespace capstan
