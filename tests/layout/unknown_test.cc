// SPDX-License-Identifier: Apache-2.0
#include "capstan/layout/unknown.h"

#include <gtest/gtest.h>

#include <cstring>

#include "capstan/layout/equal.h"
#include "capstan/layout/to_text.h"
#include "capstan/message/message_reader.h"
#include "tests/layout/trees.h"
#include "tests/support/wire_words.h"

namespace capstan {
namespace {

using support::framed;
using support::Words;
using test_types::Color;
using test_types::Lists;
using test_types::Newer;
using test_types::Older;
using test_types::Unions;

// Expects that a copy of `root`, seen as a T, has something unknown and reads the same without it.
template <typename T>
void expectStripped(const StructReader& root) {
  MessageBuilder copy;
  copy.root().setStruct(root);
  const typename T::Builder built(copy.root().getStruct(kSizeOf<T>));
  const std::string text = toText(built);
  EXPECT_TRUE(hasUnknown(built));
  stripUnknown(built);
  EXPECT_FALSE(hasUnknown(built));
  EXPECT_EQ(toText(built), text);
}

TEST(Unknown, FieldsOfANewerTypeAre) {
  MessageBuilder message;
  auto newer = message.initRoot<Newer>();
  newer.setId(1);
  newer.setName("n");
  const Older::Builder older(newer.raw());
  EXPECT_FALSE(hasUnknown(newer));
  EXPECT_FALSE(hasUnknown(older));  // nothing but defaults beyond
  newer.setExtra(3);
  EXPECT_TRUE(hasUnknown(older));
  EXPECT_TRUE(hasUnknown(older.asReader()));
  expectStripped<Older>(newer.raw().asReader());
  newer.setExtra(99);
  newer.initMore(1);
  expectStripped<Older>(newer.raw().asReader());
  EXPECT_FALSE(hasUnknown(newer));
}

TEST(Unknown, WhatLiesInGapsOfTheDataSectionIs) {
  MessageBuilder message;
  auto older = message.initRoot<Older>();
  older.setId(0xFFFF'FFFF);
  EXPECT_FALSE(hasUnknown(older));
  older.raw().set(DataField<std::uint8_t>{7}, 1);
  EXPECT_TRUE(hasUnknown(older));
  stripUnknown(older);
  EXPECT_FALSE(hasUnknown(older));
  EXPECT_EQ(older.getId(), 0xFFFF'FFFFu);
}

TEST(Unknown, IsFoundInAllThatFieldsLeadTo) {
  MessageBuilder message;
  auto newers = message.initRoot<Lists>().initNewers(3);
  newers[2].initChildren(2)[1].setExtra(1);
  // Its children's children, as a list of structs of the older type: nothing knows them.
  const auto lists = message.getRoot<Lists>();
  EXPECT_FALSE(hasUnknown(lists));
  newers[2].getChildren()[1].raw().set(DataField<std::uint8_t>{7}, 1);
  EXPECT_TRUE(hasUnknown(lists));
  stripUnknown(lists);
  EXPECT_FALSE(hasUnknown(lists));
  EXPECT_EQ(newers[2].getChildren()[1].getExtra(), 1u);

  auto root = message.initRoot<AllTypes>();
  auto matrix = root.initStructMatrix(2);
  matrix.init(1, 2)[1].initStructField().raw().set(DataField<bool>{1}, true);
  EXPECT_FALSE(AllTypes::Reader(root).getBoolField());
  EXPECT_EQ(hasUnknown(root), true);
  stripUnknown(root);
  EXPECT_FALSE(hasUnknown(root));
}

TEST(Unknown, EnumerantsAreAndBecomeTheDefault) {
  MessageBuilder message;
  auto root = message.initRoot<AllTypes>();
  root.setEnumField(static_cast<Color>(4));
  root.setEnumList({Color::BLUE, static_cast<Color>(77), Color::GREEN});
  EXPECT_TRUE(hasUnknown(root));
  stripUnknown(root);
  EXPECT_EQ(root.getEnumField(), Color::RED);
  EXPECT_EQ(toText(root.getEnumList()), "[blue, red, green]");
  EXPECT_FALSE(hasUnknown(root));
  auto defaults = message.initRoot<test_types::Defaults>();
  defaults.setEnumField(static_cast<Color>(9));
  EXPECT_TRUE(hasUnknown(defaults));
  stripUnknown(defaults);
  EXPECT_EQ(defaults.getEnumField(), Color::DEEP_PURPLE);
}

TEST(Unknown, TagsAreAndTheirUnionBecomesAsNew) {
  MessageBuilder message;
  auto root = message.initRoot<Unions>();
  root.setBefore(3);
  root.setText("of a member");
  root.getShape().setLabel("kept");
  root.raw().set(DataField<std::uint16_t>{Unions::kTable.discriminantOffset}, 6);
  EXPECT_TRUE(hasUnknown(root));
  stripUnknown(root);
  EXPECT_FALSE(hasUnknown(root));
  EXPECT_EQ(root.which(), Unions::Which::NUMBER);
  EXPECT_EQ(root.getNumber(), 7);
  EXPECT_EQ(root.getBefore(), 3);
  EXPECT_EQ(root.getShape().getLabel(), "kept");
  root.setText("");
  EXPECT_EQ(message.getRootReader<Unions>().getText(), "");
}

TEST(Unknown, InactiveMembersAreNotLookedAt) {
  MessageBuilder message;
  auto root = message.initRoot<Unions>();
  root.setColor(static_cast<Color>(9));
  EXPECT_TRUE(hasUnknown(root));
  root.raw().set(DataField<std::uint16_t>{Unions::kTable.discriminantOffset}, 0);
  EXPECT_FALSE(hasUnknown(root));
  root.initSelf().setColor(static_cast<Color>(9));
  EXPECT_TRUE(hasUnknown(root));
  root.raw().set(DataField<std::uint16_t>{Unions::kTable.discriminantOffset}, 1);
  EXPECT_FALSE(hasUnknown(root));
}

TEST(Unknown, WhatUpgradedListsHoldBeyondTheTypeIs) {
  MessageBuilder message;
  auto root = message.initRoot<Lists>();
  const StructBuilder raw = root.raw();
  // A newer schema has made structs of the bytes, the words and the texts.
  const ListBuilder bytes = raw.pointer({.index = 2}).initStructList(2, {1, 1});
  bytes.structAtUnchecked(1).set(DataField<std::uint8_t>{0}, 5);
  const ListBuilder texts = raw.pointer({.index = 4}).initStructList(1, {1, 2});
  texts.structAtUnchecked(0).pointer({.index = 0}).setText("t");
  EXPECT_FALSE(hasUnknown(root));
  bytes.structAtUnchecked(0).set(DataField<std::uint8_t>{1}, 1);
  EXPECT_TRUE(hasUnknown(root));
  stripUnknown(root);
  EXPECT_FALSE(hasUnknown(root));
  bytes.structAtUnchecked(1).pointer({.index = 0}).setText("x");
  texts.structAtUnchecked(0).pointer({.index = 1}).setText("y");
  texts.structAtUnchecked(0).set(DataField<bool>{63}, true);
  EXPECT_TRUE(hasUnknown(root));
  stripUnknown(root);
  EXPECT_FALSE(hasUnknown(root));
  EXPECT_EQ(root.asReader().getBytes()[1], 5);
  EXPECT_EQ(root.asReader().getTexts()[0], "t");
}

TEST(Unknown, NothingIsInWhatIsShorterThanItsTypeOrOfAnother) {
  using namespace support;
  for (const Words& words :
       {// A list of bytes where structs are expected, one of bits, and no further pointer.
        Words{structPointer(0, 0, 2), listPointer(1, kBytes, 3), listPointer(1, kBits, 3), 0x030201,
              7},
        // Structs without a pointer where texts are expected.
        Words{structPointer(0, 0, 5), 0, 0, 0, 0, listPointer(0, kStructs, 1), structTag(1, 1, 0),
              7}}) {
    const auto bytes = framed({words});
    MessageReader reader;
    ASSERT_TRUE(reader.reopen(bytes).ok());
    EXPECT_FALSE(hasUnknown(reader.getRoot<Lists>()));
    EXPECT_FALSE(reader.fault());
    MessageBuilder copy;
    copy.setRoot<Lists>(reader.getRoot<Lists>());
    stripUnknown(Lists::kTable, copy.root().getStruct({}));
    EXPECT_TRUE(equal(copy.root().asReader(), reader.root()));
  }
}

TEST(Unknown, StrippingAUnionStaysInsideItsStruct) {
  // The tag of one stands behind its members, that of the other in front of them.
  for (const StructTable* type : {&Unions::kTable, &Unions::Shape::kTable}) {
    MessageBuilder message;
    // A Unions of an older schema, as far as its tag, and what stands behind it.
    const std::uint32_t tag = type->discriminantOffset;
    const auto dataWords = static_cast<std::uint16_t>(tag / 4 + 1);
    const ListBuilder list = message.root().initStructList(2, {dataWords, 0});
    const StructBuilder first = list.structAtUnchecked(0);
    const StructBuilder second = list.structAtUnchecked(1);
    std::memset(second.data(), 0xFF, second.dataBytes());
    first.set(DataField<std::uint16_t>{tag}, 99);
    stripUnknown(Unions::kTable, first);
    EXPECT_EQ(first.get(DataField<std::uint16_t>{tag}), 0);
    for (std::uint32_t i = 0; i < second.dataBytes(); ++i) {
      EXPECT_EQ(second.get(DataField<std::uint8_t>{i}), 0xFF);
    }
  }
}

TEST(Unknown, StrippingARandomMessageChangesNothingThatItsTypeKnows) {
  Random random;
  for (const ArenaOptions& options : allOptions()) {
    MessageBuilder message(options);
    auto root = message.initRoot<AllTypes>();
    fillRandom(root, random, 2);
    MessageBuilder clean;
    clean.setRoot<AllTypes>(root);
    stripUnknown(clean.getRoot<AllTypes>());  // unknown enumerants
    EXPECT_FALSE(hasUnknown(clean.getRootReader<AllTypes>()));
    // As a larger type of another program: a word and a pointer more.
    StructSize larger = kSizeOf<AllTypes>;
    ++larger.dataWords;
    ++larger.pointers;
    MessageBuilder widened;
    widened.setRoot<AllTypes>(clean.getRootReader<AllTypes>());
    const StructBuilder wide = widened.root().getStruct(larger);
    EXPECT_FALSE(hasUnknown(AllTypes::kTable, wide.asReader()));
    wide.set(DataField<std::uint64_t>{kSizeOf<AllTypes>.dataWords}, random.next() | 1);
    wide.pointer({.index = kSizeOf<AllTypes>.pointers}).setText("unknown");
    EXPECT_TRUE(hasUnknown(AllTypes::kTable, wide.asReader()));
    stripUnknown(AllTypes::kTable, wide);
    EXPECT_TRUE(equal(widened.root().asReader(), clean.root().asReader()));
  }
}

}  // namespace
}  // namespace capstan
