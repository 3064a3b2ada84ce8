// SPDX-License-Identifier: Apache-2.0
#include "capstan/layout/any.h"

#include <gtest/gtest.h>

#include "capstan/message/marshal.h"
#include "capstan/message/message_reader.h"
#include "tests/layout/trees.h"
#include "tests/support/misuse_catcher.h"
#include "tests/support/wire_words.h"

namespace capstan {
namespace {

using support::framed;
using support::misuseOf;
using support::Words;
using test_types::Newer;
using test_types::Older;
using Kind = AnyPointer::Kind;

TEST(AnyPointer, TellsTheKindOfItsTarget) {
  for (const ArenaOptions& options : allOptions()) {
    MessageBuilder message(options);
    auto any = message.getRoot();
    EXPECT_EQ(any.kind(), Kind::kNull);
    any.initAs<Text>(300);
    EXPECT_EQ(any.kind(), Kind::kList);
    any.initAs<AllTypes>();
    EXPECT_EQ(any.kind(), Kind::kStruct);
    any.initAs<AnyStruct>(StructSize{});
    EXPECT_TRUE(any.isStruct());
    any.setAs<Capability>(7u);
    EXPECT_TRUE(any.isCapability());
    EXPECT_FALSE(any.isNull());
    EXPECT_FALSE(any.isList());
    EXPECT_FALSE(message.arena().fault());
  }
}

TEST(AnyPointer, AMalformedPointerIsOfNoKindAndAFault) {
  const std::uint64_t farToNowhere = WirePointer::toFar(false, 0, 9).bits();
  const std::uint64_t unknownOther = 0x0000'0001'0000'0007;
  for (const std::uint64_t word : {farToNowhere, unknownOther}) {
    const std::vector<std::byte> bytes = framed({Words{word}});
    MessageReader reader;
    ASSERT_TRUE(reader.reopen(bytes).ok());
    EXPECT_EQ(reader.getRoot().kind(), Kind::kMalformed);
    EXPECT_FALSE(reader.getRoot().isStruct() || reader.getRoot().isCapability());
    EXPECT_FALSE(reader.status().ok());
  }
}

TEST(AnyStruct, ShowsTheSectionsAsTheyStand) {
  MessageBuilder message;
  auto newer = message.initRoot<Newer>();
  newer.setId(0x01020304);
  newer.setName("name");
  const AnyStruct::Reader any = message.getRootReader<AnyStruct>();
  ASSERT_EQ(any.data().size(), 16u);
  EXPECT_EQ(any.data()[0], std::byte{4});
  ASSERT_EQ(any.pointers().size(), 3u);
  EXPECT_EQ(any.pointers()[0].getAs<Text>(), "name");
  EXPECT_TRUE(any.pointers()[1].isNull());
  EXPECT_EQ(any.as<Newer>().getId(), 0x01020304u);
  EXPECT_EQ(any.as<Older>().getName(), "name");
  EXPECT_EQ(toAny(newer.asReader()).pointers().size(), 3u);
}

TEST(AnyStruct, IsBuiltThroughItsSections) {
  MessageBuilder message;
  const AnyStruct::Builder any = message.initRoot<AnyStruct>(StructSize{1, 1});
  any.data()[0] = std::byte{9};
  any.pointers()[0].setAs<Text>("name");
  ASSERT_TRUE(any.fits<Older>());
  EXPECT_EQ(any.as<Older>().asReader().getId(), 9u);
  EXPECT_EQ(message.getRootReader<Older>().getName(), "name");
  EXPECT_FALSE(any.fits<Newer>());
  EXPECT_EQ(misuseOf([&] { any.as<Newer>(); }),
            "an AnyStruct was built as a type that it is too small for");
  EXPECT_EQ(misuseOf([&] { any.pointers()[1]; }),
            "a list builder was given an index that is not below its size");
  EXPECT_EQ(toAny(message.getRoot<Newer>()).data().size(), 16u);
}

TEST(AnyStruct, AnElementOfSmallNumbersHasLessThanAWord) {
  MessageBuilder message;
  message.initRoot<List<std::uint16_t>>(3).set(1, 0x0102);
  const auto structs = message.getRootReader<AnyList>().as<List<AnyStruct>>();
  ASSERT_EQ(structs.size(), 3u);
  ASSERT_EQ(structs[1].data().size(), 2u);
  EXPECT_EQ(structs[1].data()[1], std::byte{1});
  EXPECT_TRUE(structs[1].pointers().empty());
}

// One row per encoding: how it is made, and what its elements' bytes are.
struct Encoding {
  ElementSize elements;
  std::size_t bytesOfThree;
};

TEST(AnyList, ShowsCodeCountAndBytes) {
  const Encoding encodings[] = {{ElementSize::kVoid, 0},       {ElementSize::kBit, 1},
                                {ElementSize::kByte, 3},       {ElementSize::kTwoBytes, 6},
                                {ElementSize::kFourBytes, 12}, {ElementSize::kEightBytes, 24},
                                {ElementSize::kPointer, 0}};
  for (const Encoding& each : encodings) {
    MessageBuilder message;
    const AnyList::Builder built = message.initRoot<AnyList>(3, each.elements);
    const AnyList::Reader list = message.getRootReader<AnyList>();
    EXPECT_EQ(list.size(), 3u);
    EXPECT_EQ(built.size(), 3u);
    EXPECT_EQ(list.elementSize(), each.elements);
    EXPECT_EQ(list.data().size(), each.bytesOfThree);
    EXPECT_EQ(built.data().size(), each.bytesOfThree);
  }
  MessageBuilder message;
  const AnyList::Builder structs = message.initRoot<AnyList>(3, StructSize{2, 0});
  EXPECT_EQ(structs.elementSize(), ElementSize::kComposite);
  EXPECT_EQ(structs.data().size(), 48u);
  EXPECT_EQ(message.initRoot<AnyList>(3, StructSize{2, 1}).data().size(), 0u);
}

TEST(AnyList, IsTakenAsListsThatItsElementsCanServe) {
  MessageBuilder message;
  message.initRoot<List<std::uint32_t>>(2).set(1, 0x01020304);
  const AnyList::Reader list = message.getRootReader<AnyList>();
  EXPECT_EQ(list.as<List<std::uint32_t>>()[1], 0x01020304u);
  EXPECT_EQ(list.as<List<std::uint8_t>>()[1], 4u);
  EXPECT_EQ(list.as<List<Older>>()[1].getId(), 0x01020304u);
  EXPECT_FALSE(message.arena().fault());
  EXPECT_TRUE(list.as<List<std::uint64_t>>().empty());
  EXPECT_EQ(message.arena().fault().kind, FaultKind::kIncompatibleElementSize);

  const AnyList::Builder built = message.getRoot<AnyList>();
  built.as<List<std::uint32_t>>().set(0, 5);
  EXPECT_EQ(list.as<List<std::uint32_t>>()[0], 5u);
  EXPECT_TRUE(built.as<List<Older>>().empty());
  EXPECT_TRUE(built.as<List<bool>>().empty());
}

TEST(AnyList, OfErasedElementsIsBuiltAndRead) {
  MessageBuilder message;
  const auto structs = message.initRoot<List<AnyStruct>>(2, StructSize{1, 1});
  structs[1].data()[0] = std::byte{3};
  structs[1].pointers()[0].setAs<Text>("second");
  EXPECT_EQ(message.getRootReader<List<Older>>()[1].getName(), "second");
  EXPECT_EQ(message.getRootReader<List<AnyStruct>>()[1].as<Older>().getId(), 3u);
  EXPECT_FALSE(message.getRootReader<AnyList>().as<List<AnyStruct>>().empty());

  const auto pointers = message.initRoot<List<AnyPointer>>(3);
  pointers[0].setAs<Text>("text");
  pointers[1].initAs<Older>().setId(4);
  const auto read = message.getRootReader<List<AnyPointer>>();
  EXPECT_EQ(read[0].getAs<Text>(), "text");
  EXPECT_EQ(read[1].getAs<Older>().getId(), 4u);
  EXPECT_TRUE(read[2].isNull());

  const auto lists = message.initRoot<List<AnyList>>(2);
  auto numbers = message.newOrphan<List<std::uint16_t>>(5);
  lists.set(0, toAny(numbers.getReader()));
  EXPECT_EQ(message.getRootReader<List<AnyList>>()[0].size(), 5u);
}

TEST(AnyList, AListOfNumbersBecomesOneOfStructsWhereItIsBuiltAsSuch) {
  MessageBuilder message;
  message.initRoot<List<std::uint16_t>>(2).set(1, 7);
  const auto structs = message.getRoot<List<AnyStruct>>();
  ASSERT_EQ(structs.size(), 2u);
  EXPECT_EQ(structs[1].data().size(), 8u);
  EXPECT_EQ(structs[1].data()[0], std::byte{7});
  EXPECT_EQ(message.getRootReader<List<std::uint16_t>>()[1], 7u);
}

}  // namespace
}  // namespace capstan
