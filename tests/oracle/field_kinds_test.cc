// SPDX-License-Identifier: Apache-2.0
#include "tests/oracle/field_kinds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "capstan/layout/to_text.h"
#include "capstan/message/marshal.h"
#include "capstan/message/message_builder.h"
#include "capstan/message/message_reader.h"
#include "tests/support/capnp_tool.h"
#include "tests/support/files.h"

namespace capstan {
namespace {

using support::capnpDecode;
using support::capnpEncode;
using support::CapnpType;
using support::ProgramResult;
using support::sourcePath;
using test_types::AllTypes;
using test_types::Defaults;
using test_types::Unions;

constexpr int kDepth = 2;

CapnpType typeNamed(const char* name) {
  return {sourcePath("tests/schemas/all_types.capnp"), name};
}

// How a message's memory is cut: in one segment, and with ever smaller ones, down to one object
// per segment.
std::vector<ArenaOptions> allOptions() {
  std::vector<ArenaOptions> all(2);
  all[1].growth = GrowthPolicy::kSingleSegment;
  for (std::uint32_t words : {64u, 16u, 5u, 1u}) {
    ArenaOptions small;
    small.firstSegmentWords = 1;
    small.maxSegmentWords = words;
    all.push_back(small);
  }
  return all;
}

std::string framed(MessageBuilder& message) {
  std::string bytes;
  appendTo(message, bytes);
  return bytes;
}

const std::vector<std::vector<std::string>>& encodeOptions() {
  static const std::vector<std::vector<std::string>> kAll = {
      {}, {"--segment-size=1"}, {"--segment-size=3"}, {"--segment-size=8"}, {"--segment-size=64"}};
  return kAll;
}

// Encodes `text` with the reference, reads it, and gives the root to `expect`.
template <typename T, typename Expect>
void readEncoded(const char* type, const std::string& text, Expect expect) {
  for (const std::vector<std::string>& options : encodeOptions()) {
    SCOPED_TRACE(options.empty() ? "default segments" : options[0]);
    const ProgramResult encoded = capnpEncode(typeNamed(type), text, options);
    ASSERT_TRUE(encoded.ok()) << encoded.err;
    MessageReader reader;
    ASSERT_TRUE(reader.reopen(encoded.out).ok());
    expect(reader.template getRoot<T>());
    EXPECT_TRUE(reader.status().ok()) << reader.status();
  }
}

TEST(FieldKinds, ReferenceDecodesWhatWeBuild) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  for (const ArenaOptions& options : allOptions()) {
    MessageBuilder message(options);
    fillAllTypes(message.initRoot<AllTypes>(), kDepth);
    SCOPED_TRACE(message.segments().size());
    const ProgramResult decoded = capnpDecode(typeNamed("AllTypes"), framed(message));
    ASSERT_TRUE(decoded.ok()) << decoded.err;
    EXPECT_EQ(decoded.out, toText(message.getRootReader<AllTypes>()) + "\n");
  }
}

TEST(FieldKinds, WeReadWhatTheReferenceEncodes) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  MessageBuilder message;
  fillAllTypes(message.initRoot<AllTypes>(), kDepth);
  const ProgramResult text = capnpDecode(typeNamed("AllTypes"), framed(message));
  ASSERT_TRUE(text.ok()) << text.err;
  readEncoded<AllTypes>("AllTypes", text.out,
                        [](AllTypes::Reader root) { expectAllTypes(root, kDepth); });
}

TEST(FieldKinds, DefaultsReadAsTheSchemaSays) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  expectDefaults(Defaults::Reader());
  readEncoded<Defaults>("Defaults", "()", [](Defaults::Reader root) { expectDefaults(root); });
}

TEST(FieldKinds, ValuesOverDefaultsAreReadAndWritten) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  const std::string text =
      "(boolField = false, int8Field = 0, int16Field = 1, int32Field = 0, int64Field = -1, "
      "uint8Field = 0, uint16Field = 65535, uint32Field = 0, uint64Field = 0, float32Field = 0, "
      "float64Field = -0, textField = \"\", dataField = \"\", structField = (), enumField = red, "
      "voidList = [], textList = [\"\"], negativeZero = 0, notANumber = 1, infinite = nan)";
  readEncoded<Defaults>("Defaults", text, [](Defaults::Reader root) {
    EXPECT_FALSE(root.getBoolField());
    EXPECT_EQ(root.getInt8Field(), 0);
    EXPECT_EQ(root.getInt64Field(), -1);
    EXPECT_EQ(root.getFloat32Field(), 0.0f);
    EXPECT_EQ(root.getTextField(), "");
    EXPECT_TRUE(root.hasTextField());
    EXPECT_TRUE(root.getDataField().empty());
    EXPECT_FALSE(root.getStructField().hasTextField());
    EXPECT_EQ(root.getEnumField(), test_types::Color::RED);
    EXPECT_TRUE(root.getVoidList().empty());
    EXPECT_EQ(root.getNotANumber(), 1.0f);
  });

  MessageBuilder message;
  auto root = message.initRoot<Defaults>();
  root.setBoolField(false);
  root.setInt8Field(0);
  root.setFloat64Field(1);
  root.setEnumField(test_types::Color::RED);
  root.getStructField().getStructField().setTextField("changed");
  const ProgramResult decoded = capnpDecode(typeNamed("Defaults"), framed(message));
  ASSERT_TRUE(decoded.ok()) << decoded.err;
  EXPECT_EQ(decoded.out, toText(root.asReader()) + "\n");
  EXPECT_NE(decoded.out.find("changed"), std::string::npos);
  EXPECT_NE(decoded.out.find("really nested"), std::string::npos);
}

TEST(FieldKinds, UnionsAndGroupsGoBothWays) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  const std::vector<std::string> texts = {
      "()",
      "(shape = (circle = 1.5), number = 3)",
      "(shape = (square = 0), text = \"t\", before = 3, after = 200)",
      "(shape = (label = \"l\"), list = [1, 2, 3])",
      "(shape = (box = (width = 1, height = 2, name = \"n\")), self = (number = 9))",
      "(shape = (nothing = void), place = (street = \"s\", number = 0, flag = false))",
      "(color = red)",
  };
  for (const std::string& text : texts) {
    SCOPED_TRACE(text);
    const ProgramResult encoded = capnpEncode(typeNamed("Unions"), text);
    ASSERT_TRUE(encoded.ok()) << encoded.err;
    MessageReader reader;
    ASSERT_TRUE(reader.reopen(encoded.out).ok());
    const ProgramResult printed = capnpDecode(typeNamed("Unions"), encoded.out);
    EXPECT_EQ(printed.out, toText(reader.getRoot<Unions>()) + "\n");
    for (const ArenaOptions& options : allOptions()) {
      MessageBuilder copy(options);
      copy.setRoot<Unions>(reader.getRoot<Unions>());
      const ProgramResult copied = capnpDecode(typeNamed("Unions"), framed(copy));
      EXPECT_EQ(copied.out, printed.out) << copied.err;
    }
    EXPECT_TRUE(reader.status().ok()) << reader.status();
  }
}

TEST(FieldKinds, CopiesReadAsTheirSourceInEverySegmentation) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  MessageBuilder source;
  fillAllTypes(source.initRoot<AllTypes>(), kDepth);
  const ProgramResult expected = capnpDecode(typeNamed("AllTypes"), framed(source));
  ASSERT_TRUE(expected.ok()) << expected.err;
  for (const ArenaOptions& options : allOptions()) {
    MessageBuilder copy(options);
    copy.setRoot<AllTypes>(source.getRootReader<AllTypes>());
    const ProgramResult copied = capnpDecode(typeNamed("AllTypes"), framed(copy));
    EXPECT_EQ(copied.out, expected.out) << copied.err;
  }
}

}  // namespace
}  // namespace capstan
