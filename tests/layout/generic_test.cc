// SPDX-License-Identifier: Apache-2.0
#include "capstan/layout/generic.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "tests/layout/trees.h"

namespace capstan {
namespace {

using test_types::Color;
using test_types::Older;

static_assert(StructType<AllTypes> && !StructType<Color> && !StructType<List<AllTypes>>);
static_assert(EnumType<Color> && SchemaEnum<Color> && !EnumType<std::uint16_t>);
static_assert(ListType<List<Text>> && ListType<List<List<AllTypes>>> && !ListType<Text>);
static_assert(BlobType<Text> && BlobType<Data> && !BlobType<List<std::uint8_t>>);
static_assert(PointerType<AllTypes> && PointerType<Text> && PointerType<List<bool>> &&
              PointerType<AnyPointer> && PointerType<AnyStruct> && PointerType<AnyList> &&
              !PointerType<int> && !PointerType<Color> && !PointerType<Void>);
static_assert(ValueType<bool> && ValueType<double> && ValueType<Color> && ValueType<Void> &&
              !ValueType<Text>);
static_assert(SchemaType<Void> && SchemaType<AllTypes> && !SchemaType<std::string>);
static_assert(std::same_as<ReaderOf<AllTypes>, AllTypes::Reader>);
static_assert(std::same_as<BuilderOf<List<bool>>, List<bool>::Builder>);
static_assert(std::same_as<ReaderOf<Color>, Color> && std::same_as<BuilderOf<Void>, Void>);

// A copy through generic code, of any type that stands behind a pointer.
template <PointerType T>
void copyThrough(PointerReader from, AnyPointer::Builder to) {
  setAs<T>(to, from.isNull() ? defaultOf<T>() : getAs<T>(from));
}

TEST(Generic, OneGetAndSetServeEveryPointerType) {
  MessageBuilder source;
  MessageBuilder message;
  const AnyPointer::Builder to(message.root());
  setAs<Text>(source.root(), "text");
  copyThrough<Text>(source.root().asReader(), to);
  EXPECT_EQ(getAs<Text>(to.asReader()), "text");
  copyThrough<Data>(source.root().asReader(), to);
  EXPECT_EQ(getAs<Data>(to).size(), 5u);  // the NUL is a byte of data
  setAs<List<std::uint16_t>>(source.root(), std::vector<std::uint16_t>{1, 2, 3});
  copyThrough<List<std::uint16_t>>(source.root().asReader(), to);
  EXPECT_EQ(getAs<List<std::uint16_t>>(to)[2], 3);
  initAs<Older>(source.root()).setId(9);
  copyThrough<Older>(source.root().asReader(), to);
  EXPECT_EQ(getAs<Older>(to.asReader()).getId(), 9u);
  copyThrough<AnyPointer>(source.root().asReader(), to);
  EXPECT_EQ(getAs<Older>(to.asReader()).getId(), 9u);
  copyThrough<AnyStruct>(source.root().asReader(), to);
  EXPECT_EQ(getAs<Older>(to.asReader()).getId(), 9u);
}

TEST(Generic, OneInitServesEveryPointerType) {
  MessageBuilder message;
  EXPECT_EQ(initAs<Text>(message.root(), 3u).size(), 3u);
  EXPECT_EQ(initAs<Data>(message.root(), 4u).size(), 4u);
  EXPECT_EQ(initAs<List<Older>>(message.root(), 5u).size(), 5u);
  EXPECT_EQ(initAs<List<bool>>(AnyPointer::Builder(message.root()), 6u).size(), 6u);
  EXPECT_EQ(initAs<Older>(message.root()).getId(), 0u);
}

TEST(Generic, DefaultsAreWhatWasNeverSet) {
  EXPECT_EQ(defaultOf<std::int32_t>(), 0);
  EXPECT_EQ(defaultOf<bool>(), false);
  EXPECT_EQ(defaultOf<Color>(), Color::RED);
  EXPECT_EQ(defaultOf<Text>(), "");
  EXPECT_TRUE(defaultOf<Data>().empty());
  EXPECT_TRUE(defaultOf<List<Text>>().empty());
  EXPECT_TRUE(defaultOf<AnyPointer>().isNull());
  EXPECT_EQ(defaultOf<test_types::Defaults>().getTextField(), "foo");
}

TEST(Generic, EnumsPrintTheirNamesInStreamsAndTests) {
  std::ostringstream out;
  out << Color::DEEP_PURPLE << ' ' << static_cast<Color>(77) << ' '
      << test_types::Unions::Which::TEXT;
  EXPECT_EQ(out.str(), "deepPurple (77) text");
  EXPECT_EQ(testing::PrintToString(Color::BLUE), "blue");
}

}  // namespace
}  // namespace capstan
