// SPDX-License-Identifier: Apache-2.0
// has, init or set, get, disown and adopt of a pointer field of every type, as fields and as
// members of a union.
#include <gtest/gtest.h>

#include <string>

#include "all_types.capnp.h"
#include "capstan/layout/to_text.h"
#include "capstan/message/message_builder.h"
#include "tests/support/misuse_catcher.h"

namespace capstan {
namespace {

using support::misuseOf;
using test_types::AllTypes;
using test_types::Color;
using test_types::Defaults;
using test_types::Unions;

constexpr std::byte kBytes[] = {std::byte{1}, std::byte{2}};

// A field, and what gives it a value.
struct FieldRow {
  const char* name;
  void (*make)(AllTypes::Builder in);
  bool (*has)(AllTypes::Reader in);
  bool (*hasBuilt)(AllTypes::Builder in);
  // Takes the field's value out of one struct and puts it into another.
  void (*move)(AllTypes::Builder from, AllTypes::Builder to);
};

#define FIELD_ROW(Name, expression)                                   \
  {                                                                   \
#Name, [](AllTypes::Builder in) { in.expression; },                 \
        [](AllTypes::Reader in) { return in.has##Name(); },         \
        [](AllTypes::Builder in) { return in.has##Name(); },        \
        [](AllTypes::Builder from, AllTypes::Builder to) {          \
          auto orphan = from.disown##Name();                        \
          EXPECT_FALSE(orphan.isNull());                            \
          EXPECT_FALSE(from.has##Name());                           \
          to.adopt##Name(std::move(orphan));                        \
          EXPECT_TRUE(orphan.isNull());                             \
        } \
  }

const FieldRow kFieldRows[] = {
    FIELD_ROW(TextField, setTextField("text")),
    FIELD_ROW(DataField, setDataField(kBytes)),
    FIELD_ROW(StructField, initStructField().setInt8Field(1)),
    FIELD_ROW(AnyField, initAnyField().setAs<Text>("any")),
    FIELD_ROW(VoidList, initVoidList(4)),
    FIELD_ROW(BoolList, setBoolList({true, false})),
    FIELD_ROW(Int8List, setInt8List({-1, 2})),
    FIELD_ROW(Int16List, setInt16List({-1, 2})),
    FIELD_ROW(Int32List, setInt32List({-1, 2})),
    FIELD_ROW(Int64List, setInt64List({-1, 2})),
    FIELD_ROW(Uint8List, setUint8List({1, 2})),
    FIELD_ROW(Uint16List, setUint16List({1, 2})),
    FIELD_ROW(Uint32List, setUint32List({1, 2})),
    FIELD_ROW(Uint64List, setUint64List({1, 2})),
    FIELD_ROW(Float32List, setFloat32List({1.5f})),
    FIELD_ROW(Float64List, setFloat64List({1.5, -0.0})),
    FIELD_ROW(TextList, setTextList({"a", ""})),
    FIELD_ROW(DataList, setDataList({std::span(kBytes)})),
    FIELD_ROW(StructList, initStructList(2)[1].setTextField("element")),
    FIELD_ROW(EnumList, setEnumList({Color::BLUE})),
    FIELD_ROW(Int32Matrix, setInt32Matrix({{1}, {2, 3}})),
    FIELD_ROW(TextMatrix, setTextMatrix({{"a"}, {"b", "c"}})),
    FIELD_ROW(StructMatrix, initStructMatrix(1).init(0, 1)[0].setTextField("deep")),
};

std::string textOf(AllTypes::Builder in) { return toText(in.asReader(), {.pretty = false}); }

TEST(PointerFields, OfEveryTypeAreMadeAskedForTakenOutAndPutElsewhere) {
  for (const FieldRow& row : kFieldRows) {
    for (const std::uint32_t segmentWords : {1u, 1024u}) {
      MessageBuilder message({.firstSegmentWords = segmentWords, .maxSegmentWords = segmentWords});
      const List<AllTypes>::Builder list = message.initRoot<List<AllTypes>>(2u);
      const AllTypes::Builder from = list[0];
      const AllTypes::Builder to = list[1];
      const std::string none = textOf(from);
      EXPECT_FALSE(row.has(from)) << row.name;
      EXPECT_FALSE(row.has(AllTypes::Reader())) << row.name;
      EXPECT_FALSE(row.hasBuilt(from)) << row.name;
      row.make(from);
      EXPECT_TRUE(row.has(from)) << row.name;
      EXPECT_TRUE(row.hasBuilt(from)) << row.name;
      const std::string before = textOf(from);
      EXPECT_NE(before, none) << row.name;
      row.make(to);  // what is there is replaced
      row.move(from, to);
      EXPECT_EQ(textOf(from), none) << row.name;
      EXPECT_EQ(textOf(to), before) << row.name;
      for (const FieldRow& other : kFieldRows) {
        EXPECT_EQ(other.has(to), other.name == row.name) << row.name << ", " << other.name;
      }
    }
  }
}

TEST(PointerFields, WithDefaultsHaveThemAgainWhenTheyAreTakenOut) {
  MessageBuilder message;
  const Defaults::Builder built = message.initRoot<Defaults>();
  const std::string defaults = toText(built);
  built.setTextField("mine");
  built.setInt8List({});
  built.initStructField();
  built.setInt32Matrix({{1}, {}});
  EXPECT_TRUE(built.hasInt8List());
  EXPECT_NE(toText(built), defaults);
  const auto text = built.disownTextField();
  const auto list = built.disownInt8List();
  const auto structure = built.disownStructField();
  const auto matrix = built.disownInt32Matrix();
  EXPECT_EQ(text.getReader(), "mine");
  EXPECT_EQ(list.getReader().size(), 0u);
  EXPECT_FALSE(structure.getReader().hasTextField());
  EXPECT_EQ(matrix.getReader().size(), 2u);
  EXPECT_EQ(toText(built), defaults);
  EXPECT_TRUE(built.disownDataField().isNull()) << "a default is no object of the message";
  EXPECT_EQ(built.getTextField(), "foo");
}

TEST(UnionPointers, BecomeActiveWhenTheyAreAdopted) {
  MessageBuilder message;
  const Unions::Builder built = message.initRoot<Unions>();
  built.adoptText(message.newOrphanCopy<Text>("text"));
  EXPECT_TRUE(built.isText());
  EXPECT_EQ(built.getText(), "text");
  auto list = message.newOrphan<List<std::uint16_t>>(2u);
  list.getBuilder().set(1, std::uint16_t{5});
  built.adoptList(std::move(list));
  EXPECT_TRUE(built.isList());
  EXPECT_EQ(built.getList()[1], 5);
  auto self = message.newOrphan<Unions>();
  self.getBuilder().setAfter(3);
  built.adoptSelf(std::move(self));
  EXPECT_TRUE(built.isSelf());
  EXPECT_EQ(built.getSelf().getAfter(), 3);
  built.adoptAny(message.newOrphanCopy<Text>("any"));
  EXPECT_TRUE(built.isAny());
  EXPECT_EQ(built.getAny().getAs<Text>(), "any");
  built.getShape().adoptLabel(message.newOrphanCopy<Text>("label"));
  EXPECT_TRUE(built.getShape().isLabel());
  EXPECT_TRUE(built.isAny());
  built.getShape().initBox().adoptName(message.newOrphanCopy<Text>("box"));
  EXPECT_EQ(built.getShape().getBox().getName(), "box");
}

TEST(UnionPointers, StayActiveWhenTheyAreTakenOut) {
  MessageBuilder message;
  const Unions::Builder built = message.initRoot<Unions>();
  built.setText("text");
  const auto text = built.disownText();
  EXPECT_EQ(text.getReader(), "text");
  EXPECT_TRUE(built.isText());
  EXPECT_FALSE(built.hasText());
  EXPECT_EQ(built.getText(), "default text");
  EXPECT_EQ(misuseOf([&] { built.disownList(); }),
            "Unions.list is not the active member of its union");
  EXPECT_EQ(misuseOf([&] { built.disownSelf(); }),
            "Unions.self is not the active member of its union");
  EXPECT_EQ(misuseOf([&] { built.disownAny(); }),
            "Unions.any is not the active member of its union");
}

}  // namespace
}  // namespace capstan
