// SPDX-License-Identifier: Apache-2.0
// The tool as a plugin of the reference's front end makes the same C++ as with its own.
#include "tests/generator/generate.h"
#include "tests/support/capnp_tool.h"

namespace capstan {
namespace {

TEST(FrontEnds, TheReferencesGivesTheSameAccessors) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  for (const std::string& schema : support::everySchema()) {
    const support::TempFolder out;
    const std::string folder = std::filesystem::path(schema).parent_path().string();
    const auto result = support::runCapnp(
        {"compile", "--no-standard-import", "-I", support::sourcePath("schemas"),
         "--src-prefix=" + folder, "-o" + support::programPath("capnpc-capstan") + ":" + out.path(),
         schema});
    ASSERT_TRUE(result.ok()) << schema << "\n" << result.err;

    const auto ours = support::generateFrom(schema);
    ASSERT_TRUE(ours.ok()) << schema << ours.status();
    for (const compiler::GeneratedFile& file : *ours) {
      EXPECT_EQ(support::readFile(out.file(file.path)), file.content) << file.path;
    }
  }
}

// Our front end does not know these types; the generator does.
TEST(FrontEnds, AnyStructAndAnyListGiveUntypedViews) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  const support::TempFolder folder;
  support::writeFile(folder.file("any.capnp"),
                     "@0x8123456789abcdef;\n"
                     "struct Any { union { aStruct @0 :AnyStruct; aList @1 :AnyList; } }\n");
  const auto result =
      support::runCapnp({"compile", "--src-prefix=" + folder.path(),
                         "-o" + support::programPath("capnpc-capstan") + ":" + folder.path(),
                         folder.file("any.capnp")});
  ASSERT_TRUE(result.ok()) << result.err;
  const std::string header = support::readFile(folder.file("any.capnp.h"));
  EXPECT_NE(header.find("capstan::AnyStruct::Builder initAStruct(capstan::StructSize size) const"),
            std::string::npos);
  EXPECT_NE(header.find("void setAList(capstan::AnyList::Reader value) const"), std::string::npos);
  const auto compiled =
      support::runProgram({"c++", "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror",
                           "-I" + support::sourcePath("include"),
                           "-I" + support::programPath("../include"), folder.file("any.capnp.cc")});
  EXPECT_TRUE(compiled.ok()) << compiled.err;
}

// What the reference's front end accepts and we do not ends in a message, not in odd code.
TEST(FrontEnds, WhatIsNotSupportedIsNamed) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  struct Row {
    std::string_view text;
    std::string_view message;
  };
  const Row rows[] = {
      {"interface Talker { say @0 () -> (); }", "'Talker': interfaces are not supported yet"},
      {"struct Box(T) { value @0 :T; }", "'Box': generics are not supported yet"},
      {"struct Holder { it @0 :Capability; }", "capabilities are not supported yet"},
  };
  for (const Row& row : rows) {
    const support::TempFolder folder;
    support::writeFile(folder.file("main.capnp"),
                       "@0x8123456789abcdef;\n" + std::string(row.text) + "\n");
    const auto result =
        support::runCapnp({"compile", "--src-prefix=" + folder.path(),
                           "-o" + support::programPath("capnpc-capstan") + ":" + folder.path(),
                           folder.file("main.capnp")});
    EXPECT_FALSE(result.ok()) << row.text;
    EXPECT_NE(result.err.find(row.message), std::string::npos) << row.text << "\n" << result.err;
    EXPECT_FALSE(std::filesystem::exists(folder.file("main.capnp.h"))) << row.text;
  }
}

}  // namespace
}  // namespace capstan
