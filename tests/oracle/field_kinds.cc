// SPDX-License-Identifier: Apache-2.0
#include "tests/oracle/field_kinds.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

namespace capstan {
namespace {

using test_types::AllTypes;
using test_types::Color;
using ::testing::ElementsAre;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string_view asText(std::span<const std::byte> data) {
  return {reinterpret_cast<const char*>(data.data()), data.size()};
}

std::span<const std::byte> asData(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

void fillScalars(AllTypes::Builder to) {
  to.setBoolField(true);
  to.setInt8Field(-123);
  to.setInt16Field(-12345);
  to.setInt32Field(-12345678);
  to.setInt64Field(-123456789012345);
  to.setUint8Field(234);
  to.setUint16Field(45678);
  to.setUint32Field(3456789012);
  to.setUint64Field(12345678901234567890u);
  to.setFloat32Field(1234.5f);
  to.setFloat64Field(-123e45);
  to.setTextField("foo");
  to.setDataField(asData("bar"));
  to.setEnumField(Color::DEEP_PURPLE);
}

void fillLists(AllTypes::Builder to) {
  to.initVoidList(6);
  to.setBoolList({true, false, false, true, true, true, true, false, true});
  to.setInt8List({111, -111});
  to.setInt16List({11111, -11111});
  to.setInt32List({111111111, -111111111});
  to.setInt64List({1111111111111111111, -1111111111111111111});
  to.setUint8List({111, 222});
  to.setUint16List({33333, 44444});
  to.setUint32List({3333333333});
  to.setUint64List({11111111111111111111u});
  to.setFloat32List({5555.5f, static_cast<float>(kInfinity), -2.5f});
  to.setFloat64List({7777.75, kInfinity, -kInfinity});
  to.setTextList({"plugh", "", "thud"});
  auto data = to.initDataList(2);
  data.set(0, asData("oops"));
  data.set(1, asData(std::string_view("\0\xff", 2)));
  to.setEnumList({Color::GREEN, Color::RED});
}

void fillNested(AllTypes::Builder to, int depth) {
  auto numbers = to.initInt32Matrix(3);
  auto row = numbers.init(0, 2);
  row.set(0, 1);
  row.set(1, 2);
  numbers.init(1, 0);
  numbers.init(2, 1).set(0, 3);
  auto texts = to.initTextMatrix(1);
  texts.init(0, 2).set(1, "x");
  if (depth == 0) return;
  fillAllTypes(to.initStructField(), depth - 1);
  auto structs = to.initStructList(3);
  structs[0].setTextField("structlist 1");
  fillAllTypes(structs[2], 0);
  to.initStructMatrix(2).init(1, 1)[0].setInt16Field(7);
}

void expectScalars(AllTypes::Reader from) {
  EXPECT_TRUE(from.getBoolField());
  EXPECT_EQ(from.getInt8Field(), -123);
  EXPECT_EQ(from.getInt16Field(), -12345);
  EXPECT_EQ(from.getInt32Field(), -12345678);
  EXPECT_EQ(from.getInt64Field(), -123456789012345);
  EXPECT_EQ(from.getUint8Field(), 234);
  EXPECT_EQ(from.getUint16Field(), 45678);
  EXPECT_EQ(from.getUint32Field(), 3456789012);
  EXPECT_EQ(from.getUint64Field(), 12345678901234567890u);
  EXPECT_EQ(from.getFloat32Field(), 1234.5f);
  EXPECT_EQ(from.getFloat64Field(), -123e45);
  EXPECT_EQ(from.getTextField(), "foo");
  EXPECT_EQ(asText(from.getDataField()), "bar");
  EXPECT_EQ(from.getEnumField(), Color::DEEP_PURPLE);
}

void expectLists(AllTypes::Reader from) {
  EXPECT_EQ(from.getVoidList().size(), 6u);
  EXPECT_THAT(from.getBoolList(),
              ElementsAre(true, false, false, true, true, true, true, false, true));
  EXPECT_THAT(from.getInt8List(), ElementsAre(111, -111));
  EXPECT_THAT(from.getInt16List(), ElementsAre(11111, -11111));
  EXPECT_THAT(from.getInt32List(), ElementsAre(111111111, -111111111));
  EXPECT_THAT(from.getInt64List(), ElementsAre(1111111111111111111, -1111111111111111111));
  EXPECT_THAT(from.getUint8List(), ElementsAre(111, 222));
  EXPECT_THAT(from.getUint16List(), ElementsAre(33333, 44444));
  EXPECT_THAT(from.getUint32List(), ElementsAre(3333333333));
  EXPECT_THAT(from.getUint64List(), ElementsAre(11111111111111111111u));
  EXPECT_THAT(from.getFloat32List(), ElementsAre(5555.5f, static_cast<float>(kInfinity), -2.5f));
  EXPECT_THAT(from.getFloat64List(), ElementsAre(7777.75, kInfinity, -kInfinity));
  EXPECT_THAT(from.getTextList(), ElementsAre(Text("plugh", 5), Text(), Text("thud", 4)));
  ASSERT_EQ(from.getDataList().size(), 2u);
  EXPECT_EQ(asText(from.getDataList()[0]), "oops");
  EXPECT_EQ(asText(from.getDataList()[1]), std::string_view("\0\xff", 2));
  EXPECT_THAT(from.getEnumList(), ElementsAre(Color::GREEN, Color::RED));
}

void expectNested(AllTypes::Reader from, int depth) {
  ASSERT_EQ(from.getInt32Matrix().size(), 3u);
  EXPECT_THAT(from.getInt32Matrix()[0], ElementsAre(1, 2));
  EXPECT_TRUE(from.getInt32Matrix()[1].empty());
  EXPECT_THAT(from.getInt32Matrix()[2], ElementsAre(3));
  ASSERT_EQ(from.getTextMatrix().size(), 1u);
  EXPECT_THAT(from.getTextMatrix()[0], ElementsAre(Text(), Text("x", 1)));
  EXPECT_EQ(from.hasStructField(), depth != 0);
  if (depth == 0) return;
  expectAllTypes(from.getStructField(), depth - 1);
  ASSERT_EQ(from.getStructList().size(), 3u);
  EXPECT_EQ(from.getStructList()[0].getTextField(), "structlist 1");
  EXPECT_FALSE(from.getStructList()[1].hasTextField());
  expectAllTypes(from.getStructList()[2], 0);
  ASSERT_EQ(from.getStructMatrix().size(), 2u);
  EXPECT_TRUE(from.getStructMatrix()[0].empty());
  ASSERT_EQ(from.getStructMatrix()[1].size(), 1u);
  EXPECT_EQ(from.getStructMatrix()[1][0].getInt16Field(), 7);
}

}  // namespace

void fillAllTypes(AllTypes::Builder to, int depth) {
  fillScalars(to);
  fillLists(to);
  fillNested(to, depth);
}

void expectAllTypes(AllTypes::Reader from, int depth) {
  expectScalars(from);
  expectLists(from);
  expectNested(from, depth);
}

void expectDefaults(test_types::Defaults::Reader from) {
  EXPECT_TRUE(from.getBoolField());
  EXPECT_EQ(from.getInt8Field(), -123);
  EXPECT_EQ(from.getInt64Field(), -123456789012345);
  EXPECT_EQ(from.getUint64Field(), 12345678901234567890u);
  EXPECT_EQ(from.getFloat32Field(), 1234.5f);
  EXPECT_EQ(from.getFloat64Field(), -123e45);
  EXPECT_EQ(from.getTextField(), "foo");
  EXPECT_EQ(asText(from.getDataField()), "bar");
  EXPECT_EQ(from.getEnumField(), Color::DEEP_PURPLE);
  const AllTypes::Reader inner = from.getStructField();
  EXPECT_EQ(inner.getInt32Field(), -78901234);
  EXPECT_EQ(inner.getStructField().getStructField().getTextField(), "really nested");
  EXPECT_THAT(inner.getBoolList(), ElementsAre(false, true, false, true, true));
  EXPECT_EQ(inner.getStructList()[1].getTextField(), "structlist 2");
  EXPECT_EQ(from.getVoidList().size(), 3u);
  EXPECT_THAT(from.getInt64List(), ElementsAre(1111111111111111111, -1111111111111111111));
  EXPECT_THAT(from.getFloat64List(), ElementsAre(1.5, -kInfinity, kInfinity));
  EXPECT_THAT(from.getTextList(), ElementsAre(Text("first", 5), Text("second", 6)));
  EXPECT_EQ(asText(from.getDataList()[1]), std::string_view("\0\xff", 2));
  EXPECT_EQ(from.getStructList().size(), 3u);
  EXPECT_EQ(from.getStructList()[1].getInt32Field(), 2);
  EXPECT_THAT(from.getEnumList(), ElementsAre(Color::BLUE, Color::RED));
  EXPECT_THAT(from.getInt32Matrix()[0], ElementsAre(1, 2));
  EXPECT_TRUE(std::signbit(from.getNegativeZero()));
  EXPECT_TRUE(std::isnan(from.getNotANumber()));
  EXPECT_EQ(from.getInfinite(), -static_cast<float>(kInfinity));
}

}  // namespace capstan
