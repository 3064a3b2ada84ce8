// SPDX-License-Identifier: Apache-2.0
// Groups: views on a part of a struct; what initializing one clears, and what it leaves.
#include <gtest/gtest.h>

#include "capstan/message/message_builder.h"
#include "groups.capnp.h"

namespace capstan {
namespace {

using test_groups::Groups;

class GroupViews : public testing::Test {
 protected:
  MessageBuilder message_;
  Groups::Builder built_ = message_.initRoot<Groups>();
  Groups::Kind::Builder kind_ = built_.getKind();
};

TEST_F(GroupViews, ReachTheStructsFields) {
  built_.getPlain().setLeft(5);
  built_.getPlain().setRight("right");
  built_.getPlain().getNested().setDeep(true);
  const Groups::Reader reader = built_;
  EXPECT_EQ(reader.getPlain().getLeft(), 5);
  EXPECT_EQ(reader.getPlain().getRight(), "right");
  EXPECT_TRUE(reader.getPlain().getNested().getDeep());
  EXPECT_EQ(reader.getAfter(), 77u);
}

TEST_F(GroupViews, HaveDefaults) {
  EXPECT_EQ(Groups::Reader().getPlain().getLeft(), -1);
  EXPECT_EQ(built_.getPlain().getLeft(), -1);
  EXPECT_TRUE(kind_.initSmall().getB());
  EXPECT_EQ(kind_.initLarge().getY(), "why");
}

TEST_F(GroupViews, AreClearedByInit) {
  const Groups::Plain::Builder plain = built_.getPlain();
  plain.setLeft(5);
  plain.setRight("right");
  plain.getNested().setDeep(true);
  plain.getNested().initDeeper(3);
  built_.setAfter(1);
  built_.initPlain();
  EXPECT_EQ(plain.getLeft(), -1);
  EXPECT_FALSE(plain.hasRight());
  EXPECT_FALSE(plain.getNested().getDeep());
  EXPECT_FALSE(plain.getNested().hasDeeper());
  EXPECT_EQ(built_.getAfter(), 1u);  // no part of the group
}

TEST_F(GroupViews, OfOneUnionDoNotSeeEachOthersBytes) {
  const Groups::Kind::Large::Builder large = kind_.initLarge();
  large.setX(~std::uint64_t{0});
  large.setY("text");
  large.getInner().setQ(123);

  const Groups::Kind::Small::Builder small = kind_.initSmall();
  EXPECT_EQ(small.getA(), 0);
  EXPECT_TRUE(small.getB());

  const Groups::Kind::Pair::Builder pair = kind_.initPair();
  EXPECT_FALSE(pair.hasFirst());
  EXPECT_FALSE(pair.hasSecond());
  pair.initSecond().setAfter(4);
  EXPECT_EQ(kind_.asReader().getPair().getSecond().getAfter(), 4u);

  const Groups::Kind::Large::Builder again = kind_.initLarge();
  EXPECT_EQ(again.getX(), 0u);
  EXPECT_EQ(again.getY(), "why");
  EXPECT_TRUE(again.getInner().isP());
}

TEST_F(GroupViews, ClearTheUnionsInThem) {
  const Groups::Kind::Large::Inner::Builder inner = kind_.initLarge().getInner();
  inner.initR().setS(-3);
  inner.getR().setT({1, 2, 3});
  EXPECT_TRUE(inner.isR());
  kind_.initLarge();
  EXPECT_TRUE(inner.isP());
  EXPECT_EQ(inner.initR().getS(), 0);
  EXPECT_FALSE(inner.getR().hasT());
  inner.setQ(9);
  EXPECT_EQ(inner.asReader().getQ(), 9u);
  EXPECT_EQ(inner.asReader().getR().getS(), 0);
  inner.setP();
  EXPECT_EQ(inner.getQ(), 5u);
}

TEST_F(GroupViews, KnowTheirStruct) {
  EXPECT_EQ(Groups::Kind::kDataWords, Groups::kDataWords);
  EXPECT_EQ(Groups::Kind::Large::Inner::R::kPointers, Groups::kPointers);
  EXPECT_EQ(Groups::Kind::Large::kName, "Groups.kind.large");
}

}  // namespace
}  // namespace capstan
