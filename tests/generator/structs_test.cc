// SPDX-License-Identifier: Apache-2.0
// Accessors of structs, AnyPointer; what generated types tell of themselves.
#include <gtest/gtest.h>

#include "all_types.capnp.h"
#include "capstan/layout/type_table.h"
#include "capstan/message/message_builder.h"
#include "importing.capnp.h"

namespace capstan {
namespace {

using test_importing::Importing;
using test_types::AllTypes;
using test_types::Defaults;
using test_types::Newer;
using test_types::Older;

static_assert(StructType<AllTypes>);
static_assert(std::is_trivially_copyable_v<AllTypes::Reader>);
static_assert(std::is_trivially_copyable_v<AllTypes::Builder>);
static_assert(sizeof(AllTypes::Reader) == sizeof(StructReader));
static_assert(std::is_convertible_v<AllTypes::Builder, AllTypes::Reader>);
static_assert(AllTypes::kWords == AllTypes::kDataWords + AllTypes::kPointers);
static_assert(Older::kName == "Older");

TEST(Structs, AreMadeReadAndCopied) {
  MessageBuilder message;
  const AllTypes::Builder all = message.initRoot<AllTypes>();
  EXPECT_FALSE(all.hasStructField());
  all.initStructField().setInt32Field(7);
  EXPECT_TRUE(all.hasStructField());
  EXPECT_EQ(all.getStructField().getInt32Field(), 7);
  EXPECT_EQ(all.asReader().getStructField().getInt32Field(), 7);

  MessageBuilder other;
  const AllTypes::Builder copy = other.initRoot<AllTypes>();
  copy.setStructField(all);
  EXPECT_EQ(copy.getStructField().getStructField().getInt32Field(), 7);
  copy.initStructField();
  EXPECT_EQ(copy.getStructField().getInt32Field(), 0);
}

TEST(Structs, AreMadeByTheirFirstGet) {
  MessageBuilder message;
  const AllTypes::Builder all = message.initRoot<AllTypes>();
  all.getStructField().getStructField().setTextField("deep");
  EXPECT_EQ(all.asReader().getStructField().getStructField().getTextField(), "deep");
}

TEST(Structs, HaveDefaults) {
  const AllTypes::Reader read = Defaults::Reader().getStructField();
  EXPECT_TRUE(read.getBoolField());
  EXPECT_EQ(read.getInt32Field(), -78901234);
  EXPECT_EQ(read.getStructField().getStructField().getTextField(), "really nested");
  EXPECT_EQ(read.getStructList()[1].getTextField(), "structlist 2");
  EXPECT_FALSE(Defaults::Reader().hasStructField());

  MessageBuilder message;
  const Defaults::Builder built = message.initRoot<Defaults>();
  built.getStructField().setInt8Field(1);  // makes a copy of the default
  EXPECT_EQ(built.asReader().getStructField().getInt8Field(), 1);
  EXPECT_EQ(built.asReader().getStructField().getTextField(), "baz");
  EXPECT_EQ(Defaults::Reader().getStructField().getInt8Field(), -12);
}

TEST(AnyPointers, AreTakenAsATypeAndMadeAsOne) {
  MessageBuilder message;
  const AllTypes::Builder all = message.initRoot<AllTypes>();
  EXPECT_FALSE(all.hasAnyField());
  all.getAnyField().setAs<Text>("any text");
  EXPECT_TRUE(all.hasAnyField());
  EXPECT_EQ(all.asReader().getAnyField().getAs<Text>(), "any text");
  all.initAnyField().initAs<Newer>().setId(3);
  EXPECT_EQ(all.asReader().getAnyField().getAs<Older>().getId(), 3u);
}

TEST(Imports, GiveTypesAndDefaults) {
  const Importing::Reader none;
  EXPECT_EQ(none.getColor(), test_types::Color::BLUE);
  EXPECT_EQ(none.getNewer().getChildren()[0].getName(), "child");
  EXPECT_EQ(none.getNewer().getId(), 5u);
  EXPECT_EQ(none.getEverything().getTextField(), "");
  EXPECT_EQ(none.getGroups().size(), 0u);
}

TEST(TypeTables, TellOfFields) {
  const StructTable& table = Defaults::kTable;
  EXPECT_EQ(table.name, "Defaults");
  EXPECT_EQ(table.typeId, Defaults::kTypeId);
  EXPECT_EQ(table.size, kSizeOf<Defaults>);
  ASSERT_EQ(table.fields.size(), 28u);
  EXPECT_EQ(table.declarationOrder.size(), table.fields.size());
  EXPECT_EQ(table.discriminantCount, 0);
  const FieldTable& int8 = table.fields[1];
  EXPECT_EQ(int8.name, "int8Field");
  EXPECT_EQ(int8.type.kind, TypeKind::kInt8);
  EXPECT_EQ(int8.defaultBits, 0x85u);
  const FieldTable& matrix = table.fields[24];
  EXPECT_EQ(matrix.type.kind, TypeKind::kInt32);
  EXPECT_EQ(matrix.type.listDepth, 2);
  EXPECT_NE(matrix.fallback, nullptr);
  EXPECT_EQ(table.fields[13].type.structTable, &AllTypes::kTable);
  EXPECT_EQ(table.fields[14].type.enumTable, kEnumTable<test_types::Color>);
}

TEST(TypeTables, KeepTheOrderOfDeclarations) {
  const StructTable& table = test_types::Unions::kTable;
  EXPECT_EQ(table.discriminantCount, 6);
  std::string names;
  for (const std::uint16_t index : table.declarationOrder) {
    names += std::string(table.fields[index].name) + " ";
  }
  EXPECT_EQ(names, "before shape place number text list self any color after ");
}

}  // namespace
}  // namespace capstan
