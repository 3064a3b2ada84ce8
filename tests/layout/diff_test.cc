// SPDX-License-Identifier: Apache-2.0
#include "capstan/layout/diff.h"

#include <gtest/gtest.h>

#include "capstan/layout/equal.h"
#include "capstan/message/message_reader.h"
#include "tests/layout/trees.h"
#include "tests/support/wire_words.h"

namespace capstan {
namespace {

using support::framed;
using support::Words;
using test_types::Color;
using test_types::Newer;
using test_types::Older;
using test_types::Unions;

// Two messages that begin alike.
class DiffTwo : public testing::Test {
 protected:
  template <typename T>
  std::string of(const DiffOptions& options = {}) {
    return diff(a_.getRootReader<T>(), b_.getRoot<T>(), options).toString();
  }
  MessageBuilder a_;
  MessageBuilder b_;
};

TEST_F(DiffTwo, ListsPathsAndValues) {
  for (MessageBuilder* message : {&a_, &b_}) {
    auto root = message->initRoot<AllTypes>();
    root.setInt32Field(1);
    root.setTextField("same");
    auto list = root.initStructList(3);
    list[2].initStructList(1)[0].setTextField("a \"text\"");
    root.initStructMatrix(1).init(0, 2);
    root.setInt16List({1, 2, 3});
    root.setEnumField(Color::BLUE);
  }
  EXPECT_EQ(of<AllTypes>(), "");
  auto root = b_.getRoot<AllTypes>();
  root.setBoolField(true);
  root.setFloat64Field(0.5);
  root.setEnumField(static_cast<Color>(9));
  root.getStructList()[2].getStructList()[0].setTextField("b");
  root.getStructMatrix()[0][1].setInt8Field(-1);
  root.getInt16List().set(1, 7);
  root.setDataField(std::as_bytes(std::span("\1", 1)));
  EXPECT_EQ(of<AllTypes>(),
            "boolField: false != true\n"
            "float64Field: 0 != 0.5\n"
            "dataField: null != \"\\001\"\n"
            "enumField: blue != (9)\n"
            "int16List[1]: 2 != 7\n"
            "structList[2].structList[0].textField: \"a \\\"text\\\"\" != \"b\"\n"
            "structMatrix[0][1].int8Field: 0 != -1\n");
}

TEST_F(DiffTwo, ListsOfOtherSizesAreComparedAsFarAsBothGo) {
  a_.initRoot<AllTypes>().setTextList({"a", "b", "c"});
  b_.initRoot<AllTypes>().setTextList({"a", "x"});
  EXPECT_EQ(of<AllTypes>(), "textList: 3 elements != 2 elements\ntextList[1]: \"b\" != \"x\"\n");
}

TEST_F(DiffTwo, UnionsDifferByTheirActiveMembers) {
  auto a = a_.initRoot<Unions>();
  auto b = b_.initRoot<Unions>();
  a.getShape().setCircle(1.5);
  b.getShape().initBox().setWidth(2);
  a.setText("t");
  b.setText("u");
  EXPECT_EQ(of<Unions>(),
            "shape: (circle = 1.5) != (box = (width = 2, height = 0))\ntext: \"t\" != \"u\"\n");
  b.setColor(Color::RED);
  EXPECT_EQ(diff(a, b).differences.front().toString(), "(text = \"t\") != (color = red)");
  b.raw().set(DataField<std::uint16_t>{Unions::kTable.discriminantOffset}, 99);
  EXPECT_EQ(diff(a, b).differences.front().b, "(member 99)");
}

TEST_F(DiffTwo, WhatTheTypeDoesNotKnowIsListedByItsStruct) {
  auto a = a_.initRoot<test_types::Lists>().initNewers(2);
  auto b = b_.initRoot<test_types::Lists>().initNewers(2);
  a[1].setExtra(1);
  b[1].setExtra(2);
  EXPECT_EQ(of<test_types::Lists>(), "newers[1].extra: 1 != 2\n");
  EXPECT_EQ(diff(Older::kTable, a[1].raw().asReader(), b[1].raw().asReader()).toString(),
            "<unknown>: differs != differs\n");
  b[1].setExtra(1);
  b[1].initMore(1);
  EXPECT_EQ(diff(Older::kTable, a[1].raw().asReader(), b[1].raw().asReader()).toString(),
            "<unknown>: differs != differs\n");
  // In a gap of the data section.
  a_.initRoot<Older>();
  b_.initRoot<Older>().raw().set(DataField<std::uint8_t>{7}, 1);
  EXPECT_EQ(of<Older>(), "<unknown>: differs != differs\n");
}

TEST_F(DiffTwo, IsEmptyExactlyIfTheMessagesAreEqual) {
  Random random;
  for (int round = 0; round < 100; ++round) {
    fillRandom(a_.initRoot<AllTypes>(), random, 2);
    std::vector<std::byte> segment = contentOf(a_)[0];
    segment[random.below(segment.size())] ^= static_cast<std::byte>(1 << random.below(8));
    MessageReader changed;
    ASSERT_TRUE(changed.reopenFlat(segment).ok());
    const AllTypes::Reader a = a_.getRootReader<AllTypes>();
    const AllTypes::Reader b = changed.getRoot<AllTypes>();
    const Diff found = diff(a, b);
    if (changed.fault()) continue;
    EXPECT_EQ(found.differences.empty(), equal(a, b)) << found.toString();
    EXPECT_TRUE(found.isComplete);
    EXPECT_EQ(diff(b, a).differences.size(), found.differences.size());
  }
}

TEST_F(DiffTwo, IsBoundedInDifferencesAndValues) {
  a_.initRoot<AllTypes>().initInt64List(1000);
  auto b = b_.initRoot<AllTypes>().initInt64List(1000);
  for (std::uint32_t i = 0; i < b.size(); ++i) b.set(i, -1);
  const Diff cut = diff(a_.getRoot<AllTypes>(), b_.getRoot<AllTypes>(), {.maxDifferences = 3});
  EXPECT_EQ(cut.toString(),
            "int64List[0]: 0 != -1\nint64List[1]: 0 != -1\nint64List[2]: 0 != -1\n");
  EXPECT_FALSE(cut.isComplete);
  a_.initRoot<AllTypes>().setTextField(std::string(500, 'x'));
  b_.initRoot<AllTypes>();
  EXPECT_EQ(of<AllTypes>({.maxValueBytes = 5}), "textField: \"xxxx... != null\n");
  EXPECT_FALSE(a_.root().segment()->context->fault());
}

TEST_F(DiffTwo, DeepStructuresAreComparedAsAWhole) {
  for (MessageBuilder* message : {&a_, &b_}) {
    auto node = message->initRoot<AllTypes>();
    for (int i = 0; i < 1000; ++i) node = node.initStructField();
    if (message == &b_) node.setBoolField(true);
  }
  const Diff found = diff(a_.getRoot<AllTypes>(), b_.getRoot<AllTypes>());
  ASSERT_EQ(found.differences.size(), 1u);
  EXPECT_TRUE(found.differences[0].path.ends_with(".structField.<unknown>"));
}

TEST(Diff, FaultsMakeItIncomplete) {
  using namespace support;
  const auto good = framed({{structPointer(0, 0, 1), listPointer(0, kBytes, 2), textWord("a")}});
  const auto bad = framed({{structPointer(0, 0, 1), listPointer(9, kBytes, 2), textWord("a")}});
  MessageReader a;
  MessageReader b;
  ASSERT_TRUE(a.reopen(good).ok());
  ASSERT_TRUE(b.reopen(bad).ok());
  EXPECT_FALSE(diff(a.getRoot<AllTypes>(), b.getRoot<AllTypes>()).isComplete);
  EXPECT_TRUE(b.fault());
}

TEST(Diff, CapabilitiesDifferByTheirIndex) {
  MessageBuilder a;
  MessageBuilder b;
  for (MessageBuilder* message : {&a, &b}) {
    auto any = message->initRoot<AllTypes>().getAnyField();
    any.raw().setCapabilityIndex(3);
  }
  EXPECT_EQ(diff(a.getRoot<AllTypes>(), b.getRoot<AllTypes>()).toString(), "");
}

}  // namespace
}  // namespace capstan
