// SPDX-License-Identifier: Apache-2.0
// Each file of errors/ has a mistake (or several), and beside it all that the compiler says of it.
// To make a golden again: run with CAPSTAN_UPDATE_GOLDENS=1, and read what it says.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <regex>

#include "capstan/compiler/schema_parser.h"
#include "tests/support/capnp_tool.h"
#include "tests/support/files.h"

namespace capstan {
namespace {

using support::sourcePath;

std::string folder() { return sourcePath("tests/compiler/errors"); }

std::vector<std::string> names() {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(folder())) {
    if (entry.path().extension() == ".capnp") out.push_back(entry.path().stem().string());
  }
  std::sort(out.begin(), out.end());
  return out;
}

// What the compiler says; ids that it makes up are "@0x...".
std::string messagesOf(const std::string& name) {
  compiler::SchemaParserOptions options;
  options.importDirs = {"library"};
  options.readFile = [](const std::string& path) -> std::optional<std::string> {
    std::string full = folder() + "/" + path;
    if (!std::filesystem::is_regular_file(full)) return std::nullopt;
    return support::readFile(full);
  };
  compiler::SchemaParser parser(options);
  MessageBuilder request;
  EXPECT_FALSE(parser.parse({name + ".capnp"}, request).ok());
  std::string out;
  for (const auto& diagnostic : parser.diagnostics()) {
    EXPECT_GT(diagnostic.line, 0u) << diagnostic.text;
    out.append(diagnostic.text).append("\n");
  }
  return std::regex_replace(out, std::regex("(this line: |fresh one is )@0x[0-9a-f]{16}"),
                            "$1@0x...");
}

class ErrorFile : public testing::TestWithParam<std::string> {};

TEST_P(ErrorFile, GivesItsMessages) {
  std::string golden = folder() + "/" + GetParam() + ".golden";
  std::string messages = messagesOf(GetParam());
  if (std::getenv("CAPSTAN_UPDATE_GOLDENS") != nullptr) support::writeFile(golden, messages);
  EXPECT_EQ(messages, support::readFile(golden));
}

// What the reference takes: it wraps numbers around, ignores type parameters of type parameters,
// nests deeper, and lets interfaces extend themselves.
constexpr std::string_view kOnlyOurs[] = {
    "block_nested_too_deeply",
    "expression_nested_too_deeply",
    "extends_in_a_circle",
    "extends_itself",
    "float_too_large",
    "generic_parameter_applied",
    "number_too_large_for_64_bits",
    "string_escape_octal_large",
};

TEST_P(ErrorFile, IsRefusedByTheReferenceToo) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  bool onlyOurs =
      std::find(std::begin(kOnlyOurs), std::end(kOnlyOurs), GetParam()) != std::end(kOnlyOurs);
  support::ProgramResult result = support::runProgram(
      {"capnp", "compile", "-I", "library", "-o-", GetParam() + ".capnp"}, {.folder = folder()});
  EXPECT_EQ(result.ok(), onlyOurs) << result.err;
}

INSTANTIATE_TEST_SUITE_P(All, ErrorFile, testing::ValuesIn(names()),
                         [](const auto& info) { return info.param; });

TEST(ErrorFiles, AreManyKinds) { EXPECT_GE(names().size(), 80u); }

TEST(ErrorFiles, HaveNoGoldenWithoutASchema) {
  for (const auto& entry : std::filesystem::directory_iterator(folder())) {
    if (entry.path().extension() != ".golden") continue;
    std::filesystem::path schema = entry.path();
    EXPECT_TRUE(std::filesystem::exists(schema.replace_extension(".capnp"))) << entry.path();
  }
}

}  // namespace
}  // namespace capstan
