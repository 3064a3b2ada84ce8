// SPDX-License-Identifier: Apache-2.0
// Generic types: what a parameter stands for decides what its accessors take and give.
#include <gtest/gtest.h>

#include <array>

#include "capstan/layout/enums.h"
#include "capstan/message/marshal.h"
#include "capstan/message/message_builder.h"
#include "capstan/message/unmarshal.h"
#include "capstan/message/validate.h"
#include "generics.capnp.h"
#include "tests/support/capnp_tool.h"
#include "tests/support/files.h"

namespace capstan {
namespace {

using golden::generics::Holder;
using golden::generics::Later;
using golden::generics::Node;
using golden::generics::Outer;
using golden::generics::Pair;

static_assert(StructType<Pair<Text, Data>> && StructType<Node<>::Tag>);
static_assert(std::is_same_v<Pair<>, Pair<AnyPointer, AnyPointer>>);
static_assert(std::is_same_v<Node<Text>::Color, Node<Data>::Color>);
static_assert(Pair<Text>::kTypeId == Pair<Data, Text>::kTypeId);
static_assert(Node<Text>::LIMIT == 12);

std::string bytesOf(MessageBuilder& message) {
  std::string bytes;
  appendTo(message, bytes);
  return bytes;
}

TEST(Generics, TextAndDataParametersTakeStringsAndBytes) {
  MessageBuilder message;
  const auto pair = message.initRoot<Pair<Text, Data>>();
  pair.setFirst("one");
  pair.initSecond(2)[1] = std::byte{7};
  EXPECT_EQ(pair.getFirst(), "one");
  EXPECT_EQ(pair.asReader().getSecond()[1], std::byte{7});
  EXPECT_EQ(pair.getLabel(), "a pair");
  pair.setFirst(Decimal(42));
  EXPECT_EQ(pair.getFirst(), "42");
  const auto swapped = pair.initSwapped();
  static_assert(std::is_same_v<decltype(swapped), const Pair<Data, Text>::Builder>);
  swapped.setSecond("two");
  EXPECT_EQ(pair.asReader().getSwapped().getSecond(), "two");
  EXPECT_FALSE(pair.asReader().getSwapped().hasFirst());
}

TEST(Generics, WhatIsBoundIsValidatedAsAnyPointerAndCheckedWhereItIsRead) {
  using Texts = Pair<Text, Data>;
  const std::array noText = {std::byte{'x'}, std::byte{'y'}};
  MessageBuilder message;
  const auto pair = message.initRoot<Pair<Data, List<Data>>>();
  pair.setFirst(noText);
  pair.initSecond(1).set(0, noText);
  const std::string bytes = bytesOf(message);
  MessageReader reader = *unmarshal(bytes);
  EXPECT_EQ(validate<Texts>(reader), absl::OkStatus());
  EXPECT_EQ(reader.getRoot<Texts>().getFirst(), "");
  EXPECT_EQ(reader.fault().kind, FaultKind::kTextNotTerminated);
  ASSERT_TRUE(reader.reopen(bytes).ok());
  EXPECT_EQ(validate<Texts>(reader), absl::OkStatus());
  EXPECT_TRUE(reader.getRoot<Texts>().getSecond().empty());
  EXPECT_EQ(reader.fault().kind, FaultKind::kExpectedData);

  // What no type may have is found below parameters, too.
  const auto list = pair.getSecond();
  WirePointer::toList(1 << 20, ElementSize::kByte, 8).store(list.raw().pointerAtUnchecked(0).at());
  const std::string broken = bytesOf(message);
  ASSERT_TRUE(reader.reopen(broken).ok());
  EXPECT_EQ(validateAll<Texts>(reader).faults.at(0).path, "second[0]");
}

TEST(Generics, StructParametersMakeStructs) {
  MessageBuilder message;
  const auto node = message.initRoot<Node<Holder>>();
  node.initValue().initTexts().setFirst("in the value");
  EXPECT_EQ(node.getValue().getTexts().getFirst(), "in the value");
  node.initTag().setOwner(node.asReader().getValue());
  EXPECT_EQ(node.asReader().getTag().getOwner().getTexts().getFirst(), "in the value");
}

TEST(Generics, ListParametersTakeListsAndRanges) {
  MessageBuilder message;
  const auto pair = message.initRoot<Pair<List<std::int32_t>, List<Text>>>();
  pair.setFirst(std::array{1, 2, 3});
  EXPECT_EQ(pair.getFirst()[2], 3);
  pair.initSecond(2).set(1, "b");
  EXPECT_EQ(pair.asReader().getSecond()[1], "b");
}

TEST(Generics, UnboundParametersAreAnyPointers) {
  MessageBuilder message;
  const auto open = message.initRoot<Holder>().initOpen();
  open.initFirst().setAs<Text>("any");
  EXPECT_EQ(open.asReader().getFirst().getAs<Text>(), "any");
  open.setSecond(open.asReader().getFirst());
  EXPECT_EQ(open.getSecond().getAs<Text>(), "any");
}

TEST(Generics, UnionMembersAndGroupsOfParametersSetTheTag) {
  MessageBuilder message;
  const auto node = message.initRoot<Node<Text>>();
  EXPECT_EQ(node.which(), Node<Data>::Which::LEAF);
  node.setOther("other");
  EXPECT_TRUE(node.isOther());
  EXPECT_EQ(node.asReader().getOther(), "other");
  const auto bounds = node.initBounds();
  EXPECT_FALSE(node.hasOther());
  bounds.setLow("low");
  EXPECT_EQ(bounds.getStep(), 3);
  EXPECT_EQ(node.asReader().getBounds().getLow(), "low");
  EXPECT_EQ(node.asReader().getOther(), "");
  node.initChildren(2)[1].setValue("child");
  EXPECT_EQ(node.asReader().getChildren()[1].getValue(), "child");
  EXPECT_FALSE(node.asReader().getBounds().hasLow());
}

TEST(Generics, NestedScopesHaveTheParametersAroundThem) {
  MessageBuilder message;
  const auto holder = message.initRoot<Holder>();
  holder.initTag().setOwner("owner");
  const auto edge = holder.initEdge();
  edge.setWeight(std::array{5, 6});
  edge.initTo().setValue("text");
  edge.initBoth().setFirst("text");
  edge.getBoth().setSecond(edge.asReader().getWeight());
  const Holder::Reader read = holder;
  EXPECT_EQ(read.getTag().getOwner(), "owner");
  EXPECT_EQ(read.getEdge().getBoth().getSecond()[1], 6);
  EXPECT_EQ(holder.initDeep().initFirst().getLabel(), "a pair");
  const auto again = message.initRoot<Outer::Inner<Text, Data>::Again<Holder>>();
  again.initOuter().setT("the arguments are swapped");
  EXPECT_EQ(again.getOuter().getT(), "the arguments are swapped");
}

TEST(Generics, ConstantsAreOfAnyInstance) {
  EXPECT_EQ(Node<Text>::ORIGIN->getDepth(), 7);
  EXPECT_EQ(Node<>::ORIGIN->getOwner().getAs<Text>(), "");
  EXPECT_EQ(Holder::SAMPLE->getFirst(), "1");
  EXPECT_EQ(Holder::SAMPLE->getSecond(), "2");
  EXPECT_EQ(Holder::SAMPLE->getLabel(), "const");
}

TEST(Generics, EnumsAndTagsHaveNames) {
  EXPECT_EQ(name(Node<Text>::Color::GREEN), "green");
  EXPECT_EQ(name(Node<Text>::Which::CHILDREN), "children");
  EXPECT_EQ(Node<Text>::Reader().getColor(), Node<>::Color::GREEN);
}

// The same bytes, written by the reference tool and read here, and the other way round.
TEST(Generics, AgreeWithTheReferenceTool) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  const support::CapnpType type{support::sourcePath("tests/generator/golden/generics.capnp"),
                                "Holder"};
  const std::string text =
      R"(( texts = (first = "f", second = "\x01\x02", label = "a pair"),)"
      R"( tag = (owner = "o", depth = 3),)"
      R"( edge = ( weight = [1, -2], to = (value = "v", bounds = (low = "l", step = 9),)"
      R"( color = red), both = (first = "b", label = "x") ),)"
      R"( pairs = [( first = "p", second = (color = green), label = "a pair" )],)"
      R"( later = (holder = "h", plain = (reader = "r", t = "t")) ))";
  const auto encoded = support::capnpEncode(type, text);
  ASSERT_TRUE(encoded.ok()) << encoded.err;
  const auto message = unmarshal(encoded.out);
  ASSERT_TRUE(message.ok());
  const Holder::Reader holder = message->getRoot<Holder>();
  EXPECT_EQ(holder.getTexts().getFirst(), "f");
  EXPECT_EQ(holder.getTexts().getSecond().size(), 2u);
  EXPECT_EQ(holder.getTag().getDepth(), 3);
  EXPECT_EQ(holder.getEdge().getWeight()[1], -2);
  EXPECT_TRUE(holder.getEdge().getTo().isBounds());
  EXPECT_EQ(holder.getEdge().getTo().getBounds().getStep(), 9);
  EXPECT_EQ(holder.getPairs()[0].getSecond().getColor(), Node<>::Color::GREEN);
  EXPECT_EQ(holder.getLater().getPlain().getReader(), "r");

  MessageBuilder built;
  const auto copy = built.initRoot<Holder>();
  copy.setTexts(holder.getTexts());
  copy.setLater(holder.getLater());
  copy.initPairs(1)[0].setFirst("p");
  const auto decoded = support::capnpDecode(type, bytesOf(built), {"--short"});
  ASSERT_TRUE(decoded.ok()) << decoded.err;
  EXPECT_NE(decoded.out.find(R"(texts = (first = "f", second = "\001\002", label = "a pair"))"),
            std::string::npos)
      << decoded.out;
  EXPECT_NE(decoded.out.find(R"(plain = (reader = "r", t = "t"))"), std::string::npos);
}

}  // namespace
}  // namespace capstan
