// SPDX-License-Identifier: Apache-2.0
// Accessors of numbers, bools, enums, texts and data, without and with defaults.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "all_types.capnp.h"
#include "capstan/message/message_builder.h"

namespace capstan {
namespace {

using test_types::AllTypes;
using test_types::Color;
using test_types::Defaults;

std::span<const std::byte> bytes(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}
std::string_view chars(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// A value through the builder and back through both views.
#define EXPECT_ROUND_TRIP(builder, Name, value) \
  builder.set##Name(value);                     \
  EXPECT_EQ(builder.get##Name(), value);        \
  EXPECT_EQ(builder.asReader().get##Name(), value)

TEST(Values, ComeBackAsSet) {
  MessageBuilder message;
  const AllTypes::Builder all = message.initRoot<AllTypes>();
  EXPECT_ROUND_TRIP(all, BoolField, true);
  EXPECT_ROUND_TRIP(all, Int8Field, std::numeric_limits<std::int8_t>::min());
  EXPECT_ROUND_TRIP(all, Int16Field, std::numeric_limits<std::int16_t>::min());
  EXPECT_ROUND_TRIP(all, Int32Field, std::numeric_limits<std::int32_t>::min());
  EXPECT_ROUND_TRIP(all, Int64Field, std::numeric_limits<std::int64_t>::min());
  EXPECT_ROUND_TRIP(all, Uint8Field, std::numeric_limits<std::uint8_t>::max());
  EXPECT_ROUND_TRIP(all, Uint16Field, std::numeric_limits<std::uint16_t>::max());
  EXPECT_ROUND_TRIP(all, Uint32Field, std::numeric_limits<std::uint32_t>::max());
  EXPECT_ROUND_TRIP(all, Uint64Field, std::numeric_limits<std::uint64_t>::max());
  EXPECT_ROUND_TRIP(all, Float32Field, std::numeric_limits<float>::infinity());
  EXPECT_ROUND_TRIP(all, Float64Field, -0.5);
  EXPECT_ROUND_TRIP(all, EnumField, Color::BLUE);
  EXPECT_ROUND_TRIP(all, EnumField, static_cast<Color>(999));
  all.setVoidField();
  EXPECT_EQ(all.getVoidField(), Void());
}

TEST(Values, WithoutDefaultsReadAsZero) {
  const AllTypes::Reader none;
  EXPECT_FALSE(none.getBoolField());
  EXPECT_EQ(none.getInt64Field(), 0);
  EXPECT_EQ(none.getFloat64Field(), 0.0);
  EXPECT_EQ(none.getEnumField(), Color::RED);
  EXPECT_EQ(none.getTextField(), "");
  EXPECT_TRUE(none.getDataField().empty());
  EXPECT_FALSE(none.hasTextField());
  EXPECT_EQ(none.getStructField().getStructField().getInt8Field(), 0);
  EXPECT_EQ(none.getInt32Matrix().size(), 0u);
  EXPECT_TRUE(none.getAnyField().isNull());
}

void expectDefaults(const Defaults::Reader& reader) {
  EXPECT_TRUE(reader.getBoolField());
  EXPECT_EQ(reader.getInt8Field(), -123);
  EXPECT_EQ(reader.getInt16Field(), -12345);
  EXPECT_EQ(reader.getInt32Field(), -12345678);
  EXPECT_EQ(reader.getInt64Field(), -123456789012345);
  EXPECT_EQ(reader.getUint8Field(), 234);
  EXPECT_EQ(reader.getUint16Field(), 45678);
  EXPECT_EQ(reader.getUint32Field(), 3456789012u);
  EXPECT_EQ(reader.getUint64Field(), 12345678901234567890u);
  EXPECT_EQ(reader.getFloat32Field(), 1234.5f);
  EXPECT_EQ(reader.getFloat64Field(), -123e45);
  EXPECT_EQ(reader.getTextField(), "foo");
  EXPECT_EQ(chars(reader.getDataField()), "bar");
  EXPECT_EQ(reader.getEnumField(), Color::DEEP_PURPLE);
  EXPECT_TRUE(std::isnan(reader.getNotANumber()));
  EXPECT_EQ(reader.getInfinite(), -std::numeric_limits<float>::infinity());
  EXPECT_EQ(std::bit_cast<std::uint64_t>(reader.getNegativeZero()), std::uint64_t{1} << 63);
}

TEST(Values, WithDefaultsReadAsThem) {
  expectDefaults(Defaults::Reader());
  MessageBuilder message;
  expectDefaults(message.initRoot<Defaults>());
}

TEST(Values, OfDefaultsAreZeroOnTheWire) {
  MessageBuilder message;
  const Defaults::Builder built = message.initRoot<Defaults>();
  built.setInt8Field(-123);
  built.setFloat64Field(-123e45);
  built.setBoolField(true);
  built.setNegativeZero(-0.0);
  for (const std::byte each : message.segments()[0].subspan(8)) EXPECT_EQ(each, std::byte{0});
}

TEST(Values, WithDefaultsComeBackAsSet) {
  MessageBuilder message;
  const Defaults::Builder built = message.initRoot<Defaults>();
  EXPECT_ROUND_TRIP(built, BoolField, false);
  EXPECT_ROUND_TRIP(built, Int8Field, 0);
  EXPECT_ROUND_TRIP(built, Uint64Field, 0u);
  EXPECT_ROUND_TRIP(built, Float32Field, 0.0f);
  EXPECT_ROUND_TRIP(built, EnumField, Color::RED);
  EXPECT_ROUND_TRIP(built, NegativeZero, 0.0);
  EXPECT_FALSE(std::signbit(built.getNegativeZero()));
}

TEST(Texts, AreSetInitializedAndAskedFor) {
  MessageBuilder message;
  const AllTypes::Builder all = message.initRoot<AllTypes>();
  EXPECT_FALSE(all.hasTextField());
  all.setTextField("hello");
  EXPECT_TRUE(all.hasTextField());
  EXPECT_TRUE(all.asReader().hasTextField());
  EXPECT_EQ(all.getTextField(), "hello");
  EXPECT_STREQ(all.asReader().getTextField().c_str(), "hello");

  const std::span<char> made = all.initTextField(3);
  ASSERT_EQ(made.size(), 3u);
  made[0] = 'a';
  made[1] = 'b';
  made[2] = 'c';
  EXPECT_EQ(all.getTextField(), "abc");
}

TEST(Texts, AreSetFromWhatIsNoStringYet) {
  MessageBuilder message;
  const AllTypes::Builder all = message.initRoot<AllTypes>();
  all.setTextField(Decimal(-42));
  EXPECT_EQ(all.getTextField(), "-42");
}

TEST(Texts, HaveDefaultsUntilSet) {
  MessageBuilder message;
  const Defaults::Builder built = message.initRoot<Defaults>();
  EXPECT_FALSE(built.hasTextField());
  EXPECT_EQ(built.getTextField(), "foo");
  built.setTextField("");
  EXPECT_TRUE(built.hasTextField());
  EXPECT_EQ(built.getTextField(), "");
}

TEST(Data, IsSetInitializedAndWrittenThrough) {
  MessageBuilder message;
  const AllTypes::Builder all = message.initRoot<AllTypes>();
  all.setDataField(bytes("data"));
  EXPECT_EQ(chars(all.asReader().getDataField()), "data");
  all.getDataField()[0] = std::byte{'D'};
  EXPECT_EQ(chars(all.asReader().getDataField()), "Data");
  const std::span<std::byte> made = all.initDataField(2);
  EXPECT_EQ(chars(made), std::string_view("\0\0", 2));
  EXPECT_TRUE(all.hasDataField());
}

TEST(Data, OfADefaultIsCopiedBeforeItIsWrittenThrough) {
  MessageBuilder message;
  const Defaults::Builder built = message.initRoot<Defaults>();
  built.getDataField()[0] = std::byte{'c'};
  EXPECT_EQ(chars(built.asReader().getDataField()), "car");
  EXPECT_EQ(chars(Defaults::Reader().getDataField()), "bar");
}

}  // namespace
}  // namespace capstan
