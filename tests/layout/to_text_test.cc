// SPDX-License-Identifier: Apache-2.0
#include "capstan/layout/to_text.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "capstan/layout/enums.h"
#include "capstan/layout/ostream.h"
#include "capstan/message/marshal.h"
#include "capstan/message/message_reader.h"
#include "tests/layout/trees.h"
#include "tests/support/capnp_tool.h"
#include "tests/support/files.h"
#include "tests/support/wire_words.h"

namespace capstan {
namespace {

using support::capnpDecode;
using support::CapnpType;
using support::framed;
using support::ProgramResult;
using support::Words;
using test_types::Newer;
using test_types::Older;
using test_types::Unions;

CapnpType typeNamed(const char* name) {
  return {support::sourcePath("tests/schemas/all_types.capnp"), name};
}

// Expects both forms to be what the reference prints for the same bytes.
template <typename T>
void expectAsReference(const char* type, std::string_view bytes) {
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  const typename T::Reader root = reader.getRoot<T>();
  const ProgramResult longForm = capnpDecode(typeNamed(type), bytes);
  ASSERT_TRUE(longForm.ok()) << longForm.err;
  EXPECT_EQ(toText(root) + "\n", longForm.out);
  const ProgramResult shortForm = capnpDecode(typeNamed(type), bytes, {"--short"});
  ASSERT_TRUE(shortForm.ok()) << shortForm.err;
  EXPECT_EQ(toText(root, {.pretty = false}) + "\n", shortForm.out);
}

template <typename T>
void expectEncodedAsReference(const char* type, const std::string& text) {
  SCOPED_TRACE(text);
  const ProgramResult encoded = support::capnpEncode(typeNamed(type), text);
  ASSERT_TRUE(encoded.ok()) << encoded.err;
  expectAsReference<T>(type, encoded.out);
}

TEST(ToText, RandomMessagesPrintAsTheReferencePrintsThem) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  Random random;
  for (int round = 0; round < 10; ++round) {
    MessageBuilder message;
    fillRandom(message.initRoot<AllTypes>(), random, 3);
    std::string bytes;
    appendTo(message, bytes);
    expectAsReference<AllTypes>("AllTypes", bytes);
  }
}

// Takes out what has no literal: AnyPointers and unknown enum values.
void makePrintable(AllTypes::Builder root) {
  if (!isKnown(root.getEnumField())) root.setEnumField(test_types::Color::BLUE);
  root.getAnyField().raw().clear();
  if (root.hasStructField()) makePrintable(root.getStructField());
  for (AllTypes::Builder each : root.getStructList()) makePrintable(each);
  for (auto row : root.getStructMatrix()) {
    for (AllTypes::Builder each : row) makePrintable(each);
  }
}

void fillUnions(Unions::Builder root, Random& random) {
  switch (random.below(5)) {
    case 0:
      root.getShape().setCircle(static_cast<double>(random.next()) / 7);
      break;
    case 1:
      root.getShape().setLabel(std::string(random.below(50), 'l'));
      break;
    case 2:
      root.getShape().initBox().setName("a \"box\"\n");
      break;
    default:
      root.getShape().setNothing();
  }
  root.getPlace().setNumber(static_cast<std::uint16_t>(random.next()));
  switch (random.below(5)) {
    case 0:
      root.setText("\x01\xff");
      break;
    case 1:
      root.setList({1, 2, 3});
      break;
    case 2:
      fillUnions(root.initSelf(), random);
      break;
    case 3:
      root.setColor(static_cast<test_types::Color>(random.below(4)));
      break;
    default:
      root.setNumber(static_cast<std::int32_t>(random.next()));
  }
}

// What the reference encodes from our text reads as what the text was made from.
template <typename T>
void expectReadBack(const char* type, const typename T::Reader& root) {
  for (const bool pretty : {true, false}) {
    const std::string text = toText(root, {.pretty = pretty});
    const ProgramResult encoded = support::capnpEncode(typeNamed(type), text);
    ASSERT_TRUE(encoded.ok()) << encoded.err << text;
    MessageReader reader;
    ASSERT_TRUE(reader.reopen(encoded.out).ok());
    EXPECT_EQ(toText(reader.getRoot<T>(), {.pretty = pretty}), text);
  }
}

TEST(ToText, RandomMessagesAreReadBackByTheReference) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  Random random;
  for (int round = 0; round < 8; ++round) {
    MessageBuilder message;
    auto root = message.initRoot<AllTypes>();
    fillRandom(root, random, 3);
    makePrintable(root);
    expectReadBack<AllTypes>("AllTypes", root);
    fillUnions(message.initRoot<Unions>(), random);
    expectReadBack<Unions>("Unions", message.getRoot<Unions>());
  }
}

TEST(ToText, LinesBreakWhereTheReferenceBreaksThem) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  const auto letters = [](std::size_t count) { return std::string(count, 'x'); };
  for (const std::size_t size : {1, 12, 13, 16, 17, 18, 21, 22, 23, 24, 40}) {
    expectEncodedAsReference<Newer>(
        "Newer", "(name = \"" + letters(size) + "\", more = [\"" + letters(size) +
                     "\", \"y\"], children = [(name = \"" + letters(size) + "\"), ()])");
    expectEncodedAsReference<AllTypes>(
        "AllTypes", "(textMatrix = [[\"" + letters(size) + "\"], [\"" + letters(size / 2) +
                        "\", \"a\"], []], int32Matrix = [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [1]])");
  }
}

TEST(ToText, LiteralsPrintAsTheReferencePrintsThem) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  expectEncodedAsReference<AllTypes>(
      "AllTypes",
      R"((textField = "\x01\x00\a\b\f\n\r\t\v\"'\\ \x7f 1 é☃", dataField = 0x"00 ff 61 80 31"))");
  expectEncodedAsReference<AllTypes>(
      "AllTypes",
      "(float64List = [nan, inf, -inf, 0, -0, 1e10, 1e15, 1e16, 1e21, 1e22, 0.1, 1e-5, 0.0001, "
      "123456789.5, 1e100, 1e-300, 5e-324, 1.7976931348623157e308, 123456789012345680, -2.5, "
      "0.3333333333333333], "
      "float32List = [nan, inf, -inf, -0, 0.1, 1e10, 1e7, 16777216, 3.4028235e38, 1e-45, "
      "123456.789, 0.33333334, 1e-5])");
  expectEncodedAsReference<AllTypes>(
      "AllTypes",
      "(int8List = [-128, 127], uint8List = [255], int16Field = -32768, uint64Field = "
      "18446744073709551615, int64Field = -9223372036854775808, boolList = [true, false], "
      "voidList = [void, void], enumList = [red, deepPurple], dataList = [\"a\", \"\"])");
}

TEST(ToText, AFloatThatTheReferenceCutsReadsBack) {
  MessageBuilder message;
  auto root = message.initRoot<AllTypes>();
  root.setFloat32Field(8589973504.0f);  // needs nine digits
  EXPECT_NE(toText(root.asReader()).find("float32Field = 8.5899735"), std::string::npos);
}

TEST(ToText, UnionsPrintTheirActiveMember) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  for (const char* text :
       {"()", "(shape = (label = \"l\"), text = \"t\")", "(shape = (nothing = void), color = red)",
        "(shape = (box = (width = 3)), self = (number = 2))", "(list = [1, 2], after = 3)"}) {
    expectEncodedAsReference<Unions>("Unions", text);
  }
}

TEST(ToText, UnknownValuesPrintAsNumbersAndNullMembersAsDefaults) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  MessageBuilder message;
  auto root = message.initRoot<AllTypes>();
  root.setEnumField(static_cast<test_types::Color>(77));
  root.initEnumList(1).set(0, static_cast<test_types::Color>(65535));
  root.getAnyField().initAs<Text>(3u);
  root.initTextList(2);
  std::string bytes;
  appendTo(message, bytes);
  expectAsReference<AllTypes>("AllTypes", bytes);

  for (std::uint16_t tag = 0; tag < 8; ++tag) {
    message.reset();
    const auto unions = message.initRoot<Unions>();
    const std::uint32_t offset = Unions::kTable.discriminantOffset;
    unions.raw().set(DataField<std::uint16_t>{offset}, tag);
    bytes.clear();
    appendTo(message, bytes);
    expectAsReference<Unions>("Unions", bytes);
  }
}

TEST(ToText, WhatIsMalformedPrintsAsItReads) {
  using namespace support;
  // AllTypes as far as its first two pointers, of which one leads nowhere.
  const auto bytes = framed({{structPointer(0, 0, 2), listPointer(99, kBytes, 3),
                              listPointer(0, kBytes, 2), textWord("a")}});
  MessageReader reader;
  ASSERT_TRUE(reader.reopen(bytes).ok());
  const std::string text = toText(reader.getRoot<AllTypes>());
  EXPECT_NE(text.find("textField = \"\""), std::string::npos);
  EXPECT_NE(text.find("dataField = \"a\\000\""), std::string::npos);
  EXPECT_EQ(reader.fault().kind, FaultKind::kListOutOfBounds);
}

TEST(ToText, TheTextIsBoundedByTheBudget) {
  using namespace support;
  // Elements without a size, each of which prints all numbers of its type.
  constexpr std::uint64_t kElements = 30'000;
  constexpr std::uint64_t kStructList = 18;
  Words words(kStructList + 3);
  words[0] = structPointer(0, 0, kStructList + 1);
  words[kStructList + 1] = listPointer(0, kStructs, 0);
  words[kStructList + 2] = structTag(kElements, 0, 0);
  const auto bytes = framed({words});
  ReaderOptions options;
  options.traversalLimitWords = kElements + 1000;
  MessageReader reader(options);
  ASSERT_TRUE(reader.reopen(bytes).ok());
  const AllTypes::Reader root = reader.getRoot<AllTypes>();
  ASSERT_EQ(root.getStructList().size(), kElements);
  reader.refillBudget();
  const std::string text = toText(root, {.pretty = false});
  EXPECT_GT(text.size(), kElements * 64);
  EXPECT_LT(text.size(), (kElements + 2000) * 64);
  EXPECT_EQ(reader.fault().kind, FaultKind::kTraversalLimit);
}

TEST(ToText, AMessageBeingBuiltMayBeDeeperThanPrinted) {
  MessageBuilder message;
  auto node = message.initRoot<AllTypes>();
  for (int i = 0; i < 1000; ++i) node = node.initStructField();
  EXPECT_NE(toText(message.getRootReader<AllTypes>()).find("nested too deeply"), std::string::npos);
}

TEST(ToText, ReadersPrintToStreams) {
  MessageBuilder message;
  auto root = message.initRoot<Older>();
  root.setId(3);
  root.setName("n");
  std::ostringstream out;
  out << root.asReader() << ' ' << root.asReader().getName();
  EXPECT_EQ(out.str(), "(id = 3, name = \"n\") n");
  EXPECT_EQ(testing::PrintToString(root.asReader()), "(id = 3, name = \"n\")");
}

TEST(ToText, EveryKindOfViewPrints) {
  MessageBuilder message;
  auto root = message.initRoot<AllTypes>();
  root.setInt8List({-1, 2});
  root.setTextList({"a", "b\n"});
  root.setEnumList({test_types::Color::RED, static_cast<test_types::Color>(9)});
  root.setBoolList({true, false});
  root.initVoidList(1);
  root.initStructMatrix(2).init(1, 1)[0].setInt8Field(0);
  EXPECT_EQ(toText(root.getInt8List()), "[-1, 2]");
  EXPECT_EQ(toText(root.asReader().getTextList()), "[\"a\", \"b\\n\"]");
  EXPECT_EQ(toText(root.getEnumList()), "[red, (9)]");
  EXPECT_EQ(toText(root.getBoolList()), "[true, false]");
  EXPECT_EQ(toText(root.getVoidList()), "[void]");
  EXPECT_EQ(toText(root.getInt32Matrix()), "[]");
  EXPECT_EQ(toText(test_types::Color::DEEP_PURPLE), "deepPurple");
  EXPECT_EQ(toText(static_cast<test_types::Color>(77)), "(77)");
  EXPECT_EQ(toText(root.getAnyField()), "<opaque pointer>");
  EXPECT_EQ(toText(root.getTextList()[1]), "\"b\\n\"");
  EXPECT_EQ(toText(std::as_bytes(std::span("\xff", 1))), "\"\\377\"");

  std::ostringstream out;
  out << root.getInt8List() << root.asReader().getEnumList() << root.getAnyField();
  EXPECT_EQ(out.str(), "[-1, 2][red, (9)]<opaque pointer>");
  auto unions = message.initRoot<Unions>();
  unions.getShape().initBox().setWidth(3);
  EXPECT_EQ(toText(unions.getShape().getBox()), "(width = 3, height = 0)");
  EXPECT_EQ(testing::PrintToString(unions.getShape()), "(box = (width = 3, height = 0))");
  EXPECT_EQ(testing::PrintToString(unions), toText(unions, {.pretty = false}));
}

}  // namespace
}  // namespace capstan
