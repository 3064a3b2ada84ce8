// SPDX-License-Identifier: Apache-2.0
// The front end as an application uses it: schemas read at run time.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "capstan/compiler/schema_parser.h"
#include "tests/support/files.h"

namespace capstan {
namespace {

using compiler::ParsedSchemas;
using compiler::SchemaDiagnostic;
using compiler::SchemaParser;
using compiler::SchemaParserOptions;

constexpr const char* kMain =
    "@0x8123456789abcdef;\n"
    "using Other = import \"/lib/other.capnp\";\n"
    "struct Point @0x9123456789abcdef {\n"
    "  # A place.\n"
    "  x @0 :Int32;\n"
    "  label @1 :Text;\n"
    "  used @2 :Other.Used;\n"
    "  struct Inner { enum Kind { a @0; b @1; } }\n"
    "}\n";
constexpr const char* kOther =
    "@0x8123456789abcde1; struct Used {} struct Unused {} const c :Int8 = 1;";

SchemaParserOptions inMemory() {
  SchemaParserOptions options;
  options.importDirs = {"imports"};
  options.files = {{"main.capnp", kMain}, {"imports/lib/other.capnp", kOther}};
  return options;
}

ParsedSchemas parseInMemory() {
  SchemaParser parser(inMemory());
  absl::StatusOr<ParsedSchemas> schemas = parser.parse({"main.capnp"});
  EXPECT_TRUE(schemas.ok()) << schemas.status();
  return *std::move(schemas);
}

TEST(ParsedSchemas, FindsNodesById) {
  ParsedSchemas schemas = parseInMemory();
  auto point = schemas.find(0x9123456789abcdefu);
  ASSERT_TRUE(point.has_value());
  EXPECT_EQ(std::string_view(point->getDisplayName()), "main.capnp:Point");
  EXPECT_EQ(schemas.find(point->getScopeId())->getId(), 0x8123456789abcdefu);
  EXPECT_FALSE(schemas.find(1).has_value());
}

TEST(ParsedSchemas, FindsNodesByName) {
  ParsedSchemas schemas = parseInMemory();
  auto point = schemas.find("main.capnp:Point");
  ASSERT_TRUE(point.has_value());
  ASSERT_TRUE(point->isStruct());
  std::vector<std::string> names;
  for (auto field : point->getStruct().getFields()) {
    names.emplace_back(std::string_view(field.getName()));
  }
  EXPECT_EQ(names, (std::vector<std::string>{"x", "label", "used"}));
  EXPECT_TRUE(schemas.find("main.capnp")->isFile());
  EXPECT_TRUE(schemas.find("main.capnp:Point.Inner.Kind")->isEnum());
  EXPECT_TRUE(schemas.find("lib/other.capnp:Used").has_value());
  EXPECT_FALSE(schemas.find("main.capnp:Poin").has_value());
  EXPECT_FALSE(schemas.find("").has_value());
}

TEST(ParsedSchemas, FindsNestedDeclarations) {
  ParsedSchemas schemas = parseInMemory();
  auto file = schemas.find("main.capnp");
  auto kind = schemas.findNested(*file, "Point.Inner.Kind");
  ASSERT_TRUE(kind.has_value());
  EXPECT_EQ(kind->getEnum().getEnumerants().size(), 2u);
  auto point = schemas.findNested(*file, "Point");
  EXPECT_EQ(schemas.findNested(*point, "Inner.Kind")->getId(), kind->getId());
  for (const char* path : {"", ".", "Point.", ".Point", "Point..Inner", "Point.Nix", "Nix.Inner"}) {
    EXPECT_FALSE(schemas.findNested(*file, path).has_value()) << path;
  }
  auto other = schemas.find("lib/other.capnp");
  EXPECT_TRUE(schemas.findNested(*other, "Used").has_value());
  EXPECT_FALSE(schemas.findNested(*other, "Unused").has_value());
}

TEST(ParsedSchemas, HaveTheDocumentation) {
  ParsedSchemas schemas = parseInMemory();
  std::string docs;
  for (auto info : schemas.request().getSourceInfo()) {
    docs += std::string_view(info.getDocComment());
  }
  EXPECT_EQ(docs, "A place.\n");
}

TEST(ParsedSchemas, OutliveTheirParserAndAreMoved) {
  std::optional<ParsedSchemas::Node> node;
  ParsedSchemas schemas = parseInMemory();
  node = schemas.find("main.capnp:Point");
  ParsedSchemas moved = std::move(schemas);
  EXPECT_EQ(std::string_view(node->getDisplayName()), "main.capnp:Point");
  EXPECT_TRUE(moved.find("main.capnp").has_value());
}

TEST(ParsedSchemas, AreReadByManyThreads) {
  const ParsedSchemas schemas = parseInMemory();
  std::vector<std::thread> threads;
  std::atomic<int> found = 0;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 200; ++round) {
        auto point = schemas.find("main.capnp:Point");
        found += static_cast<int>(point->getStruct().getFields().size());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(found, 4 * 200 * 3);
}

TEST(SchemaParser, TellsOfErrorsByCallback) {
  std::vector<std::string> told;
  SchemaParserOptions options;
  options.files = {{"main.capnp", "@0x8123456789abcdef;\nstruct s { a @0 :Nix; }\n"}};
  options.onDiagnostic = [&](const SchemaDiagnostic& diagnostic) {
    EXPECT_TRUE(diagnostic.isError);
    told.push_back(diagnostic.text);
  };
  SchemaParser parser(options);
  absl::StatusOr<ParsedSchemas> schemas = parser.parse({"main.capnp"});
  EXPECT_EQ(schemas.status().code(), absl::StatusCode::kInvalidArgument);
  ASSERT_EQ(told.size(), 2u);
  EXPECT_EQ(told[1], "main.capnp:2:18-21: error: 'Nix' is not defined");
  EXPECT_EQ(parser.diagnostics().size(), 2u);
}

TEST(SchemaParser, ShowsTheSourceLine) {
  SchemaParserOptions options;
  options.files = {{"main.capnp",
                    "@0x8123456789abcdef;\n"
                    "\tconst a\t:Text = \"\xC3\xA9\x1b\" b;  # \xC3\xA9\n"
                    "struct S {} struct S {}\r\n"}};
  SchemaParser parser(options);
  EXPECT_FALSE(parser.parse({"main.capnp"}).ok());
  EXPECT_EQ(parser.diagnostics()[0].textWithSource,
            "main.capnp:2:23: error: expected ';' after this, found 'b'\n"
            "\tconst a\t:Text = \"\xC3\xA9?\" b;  # \xC3\xA9\n"
            "\t       \t            ^");
  options.files["main.capnp"] = "@0x8123456789abcdef;\nstruct Same {} struct Same {}\r\n";
  SchemaParser second(options);
  EXPECT_FALSE(second.parse({"main.capnp"}).ok());
  EXPECT_EQ(second.diagnostics()[0].textWithSource,
            "main.capnp:2:23-27: error: 'Same' is already defined in this scope\n"
            "struct Same {} struct Same {}\n"
            "                      ^~~~\n"
            "main.capnp:2:8-12: note: it is defined here\n"
            "struct Same {} struct Same {}\n"
            "       ^~~~");
}

TEST(SchemaParser, ShowsAPartOfALongLine) {
  SchemaParserOptions options;
  options.files = {{"main.capnp", "@0x8123456789abcdef; const a :Text = \"" +
                                      std::string(5000, 'x') + "\"; const b :Nix = 1; # " +
                                      std::string(5000, 'y')}};
  SchemaParser parser(options);
  EXPECT_FALSE(parser.parse({"main.capnp"}).ok());
  std::string text = parser.diagnostics()[0].textWithSource;
  EXPECT_LT(text.size(), 400u);
  EXPECT_NE(text.find("xx\"; const b :Nix = 1; # yy"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with(" ^~~")) << text;
}

TEST(SchemaParser, ReadsFilesBesideTextsOnlyIfToldTo) {
  std::string path = support::sourcePath("schemas/addressbook.capnp");
  SchemaParserOptions options;
  EXPECT_TRUE(SchemaParser(options).parse({path}).ok());
  options.files = {{"main.capnp", kMain}};
  EXPECT_FALSE(SchemaParser(options).parse({path}).ok());
}

}  // namespace
}  // namespace capstan
