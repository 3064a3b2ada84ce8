// SPDX-License-Identifier: Apache-2.0
// Constants, and the names of enums and of unions' members.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <span>
#include <string>

#include "addressbook.capnp.h"
#include "all_types.capnp.h"
#include "capstan/layout/enums.h"
#include "circle.capnp.h"
#include "constants.capnp.h"
#include "importing.capnp.h"
#include "mutual.capnp.h"
#include "names.capnp.h"

namespace capstan {
namespace {

using test_importing::Importing;
using test_types::Color;

static_assert(test_types::ANSWER == 42);
static_assert(test_types::SMALLEST == std::numeric_limits<std::int64_t>::min());
static_assert(test_types::RATIO == 0.25);
static_assert(golden::UNBOUNDED == std::numeric_limits<double>::infinity());
static_assert(test_types::GREETING == "hello");
static_assert(test_types::FAVOURITE == Color::BLUE);
static_assert(test_importing::LARGE == std::numeric_limits<std::uint64_t>::max());
static_assert(test_importing::TINY == std::numeric_limits<double>::denorm_min());
static_assert(Importing::FAVOURITE == Color::DEEP_PURPLE);
static_assert(golden::linux_::TEXT == std::string_view("\"a\\b\"\x01?\?/ \xc3\xbc"));

TEST(Constants, OfPointersAreReaders) {
  EXPECT_EQ(test_types::PAYLOAD.get().size(), 4u);
  EXPECT_EQ((*test_types::PAYLOAD)[0], std::byte{0xde});
  EXPECT_EQ(test_types::ORIGIN->getName(), "origin");
  const test_types::Older::Reader origin = test_types::ORIGIN;
  EXPECT_EQ(origin.getId(), 1u);
  EXPECT_EQ(test_types::PRIMES->size(), 4u);
  EXPECT_EQ((*test_types::PRIMES)[3], 7);
  EXPECT_EQ(Importing::COPIED->getName(), "origin");
  EXPECT_EQ((*test_importing::EVERY_COLOR)[3], Color::DEEP_PURPLE);
  EXPECT_EQ((*test_importing::MATRIX)[2][0], -2);
  EXPECT_EQ(test_importing::INNER->getColors()[0], Color::GREEN);
}

static_assert(golden::YES && !golden::NO);
static_assert(golden::LOWEST == std::numeric_limits<std::int32_t>::min());
static_assert(golden::NEGATIVE_UNBOUNDED == -std::numeric_limits<float>::infinity());
static_assert(golden::EMPTY.empty());
static_assert(golden::NOTHING == Void());

TEST(Constants, ThatAreEmptyOrNullReadAsEmpty) {
  EXPECT_TRUE(golden::NO_DATA_.get().empty());
  EXPECT_EQ(golden::NO_LIST->size(), 0u);
  EXPECT_EQ(golden::Holder::NONE->getNumber(), 3);
}

std::string textOf(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(Constants, HoldEveryByteWhateverStandsBesideIt) {
  const std::span<const std::byte> bytes = golden::BYTES.get();
  ASSERT_EQ(bytes.size(), 257u);
  for (std::size_t i = 0; i < bytes.size(); ++i) EXPECT_EQ(bytes[i], static_cast<std::byte>(i));
  EXPECT_EQ(textOf(golden::FULL_WORDS.get()), "\1\2\3\4\5\6\7\10");

  const std::string mixed = textOf(golden::BESIDE_DIGITS.get());
  ASSERT_EQ(mixed.size() % 3, 0u);
  for (std::size_t i = 0; i < mixed.size(); i += 3) {
    EXPECT_EQ(mixed[i], '1');
    EXPECT_EQ(mixed[i + 2], '7');
  }
  for (int i = 0; i < 40; ++i) EXPECT_EQ(mixed[static_cast<std::size_t>(3 * i + 1)], i);
  EXPECT_EQ(textOf(golden::TRIGRAPHS.get()), "?\?=?\?/?\?(01234567?89");
}

TEST(Constants, OfUnionsKnowTheirMember) {
  EXPECT_TRUE(golden::Holder::SOME->isText());
  EXPECT_EQ(golden::Holder::SOME->getText(), "some");
  EXPECT_EQ((*golden::ALL)[1].getText(), "some");
}

// Their types are declared behind them: those are of structs with constants of each other's types.
TEST(Constants, OfEachOthersTypesAreReaders) {
  using golden::mutual::Callee;
  using golden::mutual::Caller;
  using golden::mutual::Left;
  using golden::mutual::Right;
  EXPECT_EQ(Left::RIGHT->getName(), "right");
  EXPECT_EQ(Left::RIGHTS->size(), 2u);
  EXPECT_EQ((*Left::RIGHTS)[0].getInner().getName(), "default");
  EXPECT_EQ((*Left::RIGHTS)[1].getInner().getName(), "second");
  EXPECT_EQ(Right::LEFT->getSize(), 7u);
  const Left::Inner::Reader left = Right::LEFT;
  EXPECT_EQ(left.getSize(), 7u);
  EXPECT_EQ(Right::LEFTS.get()[0].getSize(), 1u);
  EXPECT_EQ((*Right::LEFTS)[1].getSize(), 3u);
  EXPECT_EQ((*Right::SIDES)[0], Left::Side::INNER);
  EXPECT_EQ(Right::LIMIT->getSize(), 9u);
  EXPECT_EQ(Right::LimitType::LIMIT->getSize(), 3u);
  EXPECT_EQ(Callee::FIRST->getNumber(), 1u);
  EXPECT_EQ(Caller::FIRST->getText(), "none");
}

static_assert(golden::mutual::Left::FAR_SIDE == golden::mutual::Right::Side::FAR);
static_assert(golden::mutual::Right::INNER_SIDE == golden::mutual::Left::Side::INNER);
static_assert(golden::mutual::Right::INNER_SIDE != golden::mutual::Left::Side::OUTER);

TEST(Constants, OfEnumsDeclaredBehindThemAreEnumerators) {
  using golden::mutual::Left;
  using golden::mutual::Right;
  const Left::Side side = Right::INNER_SIDE;
  switch (side) {
    case Right::INNER_SIDE:
      break;
    default:
      FAIL();
  }
  EXPECT_EQ(name(Right::INNER_SIDE.get()), "inner");
  EXPECT_EQ(side, Right::INNER_SIDE);
}

TEST(Constants, OfGenericTypesAreOfEachOthersTypesAndOfOtherInstances) {
  using golden::mutual::Maker;
  using golden::mutual::MakerShared;
  using golden::mutual::Taker;
  static_assert(Maker<>::MOOD == Taker<>::Mood::WORSE);
  static_assert(Taker<Text>::MOOD == MakerShared::Mood::BAD);
  static_assert(Maker<Text>::Near::MOOD == Maker<>::Far<>::Mood::BAD);
  EXPECT_EQ(Maker<>::TAKEN->getCount(), 11u);
  EXPECT_EQ(Maker<>::TAKEN->getFirst().size(), 2u);
  EXPECT_EQ(Maker<Text>::TAKEN->getSecond(), "a text");
  EXPECT_EQ(Taker<Data>::MADE->getOwner(), "its owner");
  EXPECT_EQ(Taker<Data>::MADE_OF_MINE->getCount(), 13u);
  EXPECT_TRUE(Taker<Data>::MADE_OF_MINE->getOwner().empty());
  EXPECT_EQ(Maker<Data>::Near::FAR->getValue(), "text");
  EXPECT_EQ(Maker<Data>::Far<Text>::NEAR->getLabel(), "near");
  EXPECT_EQ(Maker<>::MADE_OF_TEXT->getOwner(), "its owner");
  EXPECT_EQ(Maker<Text>::MADE_OF_TEXT->getCount(), 14u);
  EXPECT_EQ((*Maker<Data>::OF_THE_FAR)[1].getLabel(), "b");
  const Maker<Data>::Reader other = Maker<Text>::OTHER;
  EXPECT_EQ(other.getWhole().size(), 2u);
}

TEST(Constants, OfFilesThatImportEachOtherAreReaders) {
  using golden::circle::Box;
  using golden::circle::Forth;
  using golden::circle_back::Back;
  using golden::circle_back::Kind;
  static_assert(Forth::FAVOURITE == Kind::SECOND);
  static_assert(Box<Text>::FAVOURITE == Forth::FAVOURITE.get());
  EXPECT_EQ(Forth::ANSWER->getName(), "answer");
  EXPECT_EQ(Forth::ANSWER->getInner().getSize(), 5u);
  EXPECT_EQ((*Forth::Inner::KINDS)[1], Kind::FIRST);
  EXPECT_EQ(Box<>::SAMPLE->getName(), "sample");
  EXPECT_EQ(Box<Data>::BOX_OF_BACK->getContent().getName(), "content");
  EXPECT_EQ(Back::SMALLEST->getSize(), 1u);
  EXPECT_TRUE(Back::EMPTY->hasContent());
}

TEST(Constants, KeepOddFloats) {
  EXPECT_TRUE(std::isnan(golden::NOT_A_NUMBER));
  EXPECT_TRUE(std::signbit(test_importing::NEGATIVE_ZERO));
}

TEST(Enums, HaveNames) {
  EXPECT_EQ(name(Color::DEEP_PURPLE), "deepPurple");
  EXPECT_EQ(name(static_cast<Color>(4)), "");
  EXPECT_TRUE(isKnown(Color::RED));
  EXPECT_FALSE(isKnown(static_cast<Color>(4)));
  EXPECT_EQ(tryParse<Color>("blue"), Color::BLUE);
  EXPECT_EQ(tryParse<Color>("BLUE"), std::nullopt);
  EXPECT_EQ(tryParse<Color>(""), std::nullopt);
}

TEST(Enums, InStructsHaveNames) {
  using Type = addressbook::Person::PhoneNumber::Type;
  EXPECT_EQ(name(Type::MOBILE), "mobile");
  EXPECT_EQ(kEnumTable<Type>->name, "Person.PhoneNumber.Type");
}

TEST(Enums, OfUnionMembersHaveNames) {
  using Which = addressbook::Person::Employment::Which;
  EXPECT_EQ(name(Which::SELF_EMPLOYED), "selfEmployed");
  EXPECT_EQ(tryParse<Which>("school"), Which::SCHOOL);
  EXPECT_FALSE(isKnown(static_cast<Which>(4)));
}

TEST(Names, ThatAreTakenGetAnUnderscore) {
  using golden::linux_::Clashes;
  using golden::linux_::Macro;
  EXPECT_EQ(name(Macro::NULL_), "null");
  EXPECT_EQ(name(Macro::FANCY_NAME), "renamed");
  EXPECT_EQ(name(Clashes::Which_::WHICH), "which");
  EXPECT_EQ(Clashes::Clashes_::kName, "Clashes.Clashes");
  EXPECT_EQ(Clashes::Reader().getName(), "a name");
  EXPECT_EQ(Clashes::Reader().which(), Clashes::Which::SLOTS);
  EXPECT_EQ(Clashes::Reader().getWhich(), 0);
  EXPECT_EQ(Clashes::Reader().getReader().getBuilder(), 0);
  EXPECT_EQ(golden::linux_::Better::Reader().getBetter(), "");
  EXPECT_EQ(golden::linux_::Better::Reader().getTwo().getX(), 0);
  EXPECT_EQ(golden::linux_::SAME::SAME_, 7);
  EXPECT_EQ(golden::linux_::Group::Reader().getGroup().getGroup(), 0);
}

}  // namespace
}  // namespace capstan
