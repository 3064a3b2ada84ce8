// SPDX-License-Identifier: Apache-2.0
// Accessors of lists: every element type, every way to set one.
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <string>
#include <vector>

#include "all_types.capnp.h"
#include "capstan/message/message_builder.h"
#include "importing.capnp.h"

namespace capstan {
namespace {

using test_types::AllTypes;
using test_types::Color;
using test_types::Defaults;

template <typename List>
auto elementsOf(const List& list) {
  std::vector<typename List::value_type> elements;
  for (const auto element : list) elements.push_back(element);
  return elements;
}
std::vector<std::string> textsOf(List<Text>::Reader list) { return {list.begin(), list.end()}; }

class ListFields : public testing::Test {
 protected:
  MessageBuilder message_;
  AllTypes::Builder built_ = message_.initRoot<AllTypes>();
  AllTypes::Reader reader() { return built_; }
};

TEST_F(ListFields, AreSetFromBraces) {
  built_.setBoolList({true, false, true});
  built_.setInt8List({-1, 2});
  built_.setInt16List({-300, 300});
  built_.setInt32List({1, -2, 3});
  built_.setInt64List({std::int64_t{1} << 40});
  built_.setUint8List({255});
  built_.setUint16List({65535});
  built_.setUint32List({4000000000u});
  built_.setUint64List({~std::uint64_t{0}});
  built_.setFloat32List({0.5f});
  built_.setFloat64List({0.25, -1});
  built_.setEnumList({Color::BLUE, Color::RED});
  built_.setTextList({"a", "", "ccc"});
  built_.setVoidList({Void(), Void()});
  EXPECT_EQ(elementsOf(reader().getBoolList()), (std::vector<bool>{true, false, true}));
  EXPECT_EQ(elementsOf(reader().getInt8List()), (std::vector<std::int8_t>{-1, 2}));
  EXPECT_EQ(elementsOf(reader().getInt16List()), (std::vector<std::int16_t>{-300, 300}));
  EXPECT_EQ(elementsOf(reader().getInt32List()), (std::vector<std::int32_t>{1, -2, 3}));
  EXPECT_EQ(reader().getInt64List()[0], std::int64_t{1} << 40);
  EXPECT_EQ(reader().getUint8List()[0], 255);
  EXPECT_EQ(reader().getUint16List()[0], 65535);
  EXPECT_EQ(reader().getUint32List()[0], 4000000000u);
  EXPECT_EQ(reader().getUint64List()[0], ~std::uint64_t{0});
  EXPECT_EQ(reader().getFloat32List()[0], 0.5f);
  EXPECT_EQ(elementsOf(reader().getFloat64List()), (std::vector<double>{0.25, -1}));
  EXPECT_EQ(elementsOf(reader().getEnumList()), (std::vector<Color>{Color::BLUE, Color::RED}));
  EXPECT_EQ(textsOf(reader().getTextList()), (std::vector<std::string>{"a", "", "ccc"}));
  EXPECT_EQ(reader().getVoidList().size(), 2u);
  built_.setInt32List({});
  EXPECT_TRUE(built_.hasInt32List());
  EXPECT_TRUE(reader().getInt32List().empty());
}

TEST_F(ListFields, AreSetFromRanges) {
  built_.setInt32List(std::vector<std::int32_t>{5, 6});
  EXPECT_EQ(elementsOf(reader().getInt32List()), (std::vector<std::int32_t>{5, 6}));
  const std::array<double, 2> doubles = {1.5, 2.5};
  built_.setFloat64List(std::span(doubles));
  EXPECT_EQ(reader().getFloat64List()[1], 2.5);
  built_.setBoolList(std::vector<bool>{false, true});
  EXPECT_TRUE(reader().getBoolList()[1]);
  built_.setTextList(std::vector<std::string>{"one", "two"});
  EXPECT_EQ(textsOf(reader().getTextList()), (std::vector<std::string>{"one", "two"}));
  built_.setTextList(std::deque<std::string_view>{"three"});
  EXPECT_EQ(textsOf(reader().getTextList()), (std::vector<std::string>{"three"}));
  const std::byte bytes[] = {std::byte{1}, std::byte{2}};
  built_.setDataList({std::span(bytes), {}});
  EXPECT_EQ(reader().getDataList()[0].size(), 2u);
  EXPECT_EQ(reader().getDataList()[1].size(), 0u);
}

TEST_F(ListFields, AreCopiedFromViews) {
  MessageBuilder other;
  const AllTypes::Builder from = other.initRoot<AllTypes>();
  from.setInt32List({7, 8});
  from.setTextList({"x"});
  built_.setInt32List(from.getInt32List());           // a builder
  built_.setTextList(from.asReader().getTextList());  // a reader
  EXPECT_EQ(elementsOf(reader().getInt32List()), (std::vector<std::int32_t>{7, 8}));
  EXPECT_EQ(textsOf(reader().getTextList()), (std::vector<std::string>{"x"}));
}

TEST_F(ListFields, OfStructsAreBuiltInPlace) {
  const List<AllTypes>::Builder list = built_.initStructList(3);
  for (std::uint32_t i = 0; i < 3; ++i) list[i].setInt32Field(static_cast<std::int32_t>(i * i));
  EXPECT_EQ(built_.getStructList().size(), 3u);
  EXPECT_EQ(reader().getStructList()[2].getInt32Field(), 4);
  MessageBuilder other;
  const AllTypes::Builder copy = other.initRoot<AllTypes>();
  copy.setStructList(list);
  EXPECT_EQ(copy.getStructList()[1].getInt32Field(), 1);
}

TEST_F(ListFields, AreInitializedAndSetByElement) {
  const List<Text>::Builder texts = built_.initTextList(2);
  texts.set(0, "zero");
  texts.init(1, 3)[0] = 'x';
  EXPECT_EQ(reader().getTextList()[0], "zero");
  EXPECT_EQ(reader().getTextList()[1].size(), 3u);
  const List<std::uint16_t>::Builder numbers = built_.initUint16List(4);
  numbers.set(3, 9);
  EXPECT_EQ(elementsOf(reader().getUint16List()), (std::vector<std::uint16_t>{0, 0, 0, 9}));
  built_.getUint16List().set(0, 1);
  EXPECT_EQ(reader().getUint16List()[0], 1);
}

TEST_F(ListFields, OfListsAreSetAndBuilt) {
  built_.setInt32Matrix({{1, 2}, {}, {3}});
  EXPECT_EQ(reader().getInt32Matrix().size(), 3u);
  EXPECT_EQ(elementsOf(reader().getInt32Matrix()[0]), (std::vector<std::int32_t>{1, 2}));
  EXPECT_EQ(reader().getInt32Matrix()[2][0], 3);
  built_.setInt32Matrix(std::vector<std::vector<std::int32_t>>{{4}, {5, 6}});
  EXPECT_EQ(reader().getInt32Matrix()[1][1], 6);
  built_.setTextMatrix({{"a"}, {"b", "c"}});
  EXPECT_EQ(reader().getTextMatrix()[1][1], "c");
  const auto matrix = built_.initStructMatrix(2);
  matrix.init(1, 2)[1].setInt8Field(8);
  EXPECT_EQ(reader().getStructMatrix()[0].size(), 0u);
  EXPECT_EQ(reader().getStructMatrix()[1][1].getInt8Field(), 8);
}

TEST_F(ListFields, HaveDefaults) {
  const Defaults::Reader none;
  EXPECT_FALSE(none.hasInt8List());
  EXPECT_EQ(none.getVoidList().size(), 3u);
  EXPECT_EQ(elementsOf(none.getBoolList()), (std::vector<bool>{true, false, false, true}));
  EXPECT_EQ(elementsOf(none.getInt8List()), (std::vector<std::int8_t>{111, -111}));
  EXPECT_EQ(none.getInt64List()[1], -1111111111111111111);
  EXPECT_EQ(none.getFloat64List()[1], -std::numeric_limits<double>::infinity());
  EXPECT_EQ(textsOf(none.getTextList()), (std::vector<std::string>{"first", "second"}));
  EXPECT_EQ(none.getDataList()[1][1], std::byte{0xff});
  EXPECT_EQ(none.getStructList()[0].getTextField(), "one");
  EXPECT_EQ(none.getStructList()[1].getInt32Field(), 2);
  EXPECT_EQ(none.getStructList()[2].getInt32Field(), 0);
  EXPECT_EQ(elementsOf(none.getEnumList()), (std::vector<Color>{Color::BLUE, Color::RED}));
  EXPECT_EQ(none.getInt32Matrix()[0][1], 2);

  MessageBuilder message;
  const Defaults::Builder built = message.initRoot<Defaults>();
  built.getInt8List().set(0, 1);
  built.getStructList()[0].setTextField("uno");
  EXPECT_EQ(elementsOf(built.asReader().getInt8List()), (std::vector<std::int8_t>{1, -111}));
  EXPECT_EQ(built.asReader().getStructList()[0].getTextField(), "uno");
  EXPECT_EQ(none.getStructList()[0].getTextField(), "one");
}

}  // namespace
}  // namespace capstan
