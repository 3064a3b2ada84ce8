// SPDX-License-Identifier: Apache-2.0
// `capstan format`: what it writes, where, and when it writes nothing.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/files.h"
#include "tests/support/process.h"

namespace capstan {
namespace {

using support::ProgramResult;
using support::readFile;
using support::TempFolder;
using support::writeFile;

constexpr const char* kUgly = "@0x8123456789abcdef;struct S{a@0:Int8;}";
constexpr const char* kFormatted = "@0x8123456789abcdef;\nstruct S {\n  a @0 :Int8;\n}\n";

class FormatCommand : public testing::Test {
 protected:
  void SetUp() override {
    writeFile(folder_.file("ugly.capnp"), kUgly);
    writeFile(folder_.file("fine.capnp"), kFormatted);
    writeFile(folder_.file("bad.capnp"), "@0x8123456789abcdef;\nstruct S {\n");
  }
  ProgramResult run(std::vector<std::string> arguments, std::string_view input = {}) {
    arguments.insert(arguments.begin(), "format");
    arguments.insert(arguments.begin(), support::programPath("capstan"));
    return support::runProgram(arguments, {.input = input, .folder = folder_.path()});
  }
  std::string content(const std::string& name) { return readFile(folder_.file(name)); }

  TempFolder folder_;
};

TEST_F(FormatCommand, WritesToTheStandardOutput) {
  ProgramResult result = run({"ugly.capnp", "fine.capnp"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, std::string(kFormatted).append(kFormatted));
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(content("ugly.capnp"), kUgly);
}

TEST_F(FormatCommand, ReadsTheStandardInput) {
  EXPECT_EQ(run({}, kUgly).out, kFormatted);
  EXPECT_EQ(run({"-"}, kUgly).out, kFormatted);
  ProgramResult bad = run({"-"}, "struct");
  EXPECT_EQ(bad.status, 1);
  EXPECT_EQ(bad.out, "");
  EXPECT_TRUE(bad.err.starts_with("<standard input>:1:7: error: expected")) << bad.err;
  EXPECT_EQ(run({"-i", "-"}, kUgly).status, 1);
}

TEST_F(FormatCommand, WritesInPlaceAndKeepsPermissions) {
  std::string target = folder_.file("ugly.capnp");
  std::filesystem::permissions(target, std::filesystem::perms(0640));
  auto written = std::filesystem::last_write_time(folder_.file("fine.capnp"));
  EXPECT_EQ(run({"-i", "ugly.capnp", "fine.capnp"}).status, 0);
  EXPECT_EQ(content("ugly.capnp"), kFormatted);
  EXPECT_EQ(std::filesystem::status(target).permissions(), std::filesystem::perms(0640));
  EXPECT_EQ(std::filesystem::last_write_time(folder_.file("fine.capnp")), written);
}

TEST_F(FormatCommand, WritesThroughLinks) {
  std::filesystem::create_symlink("ugly.capnp", folder_.file("link.capnp"));
  EXPECT_EQ(run({"--in-place", "link.capnp"}).status, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(folder_.file("link.capnp")));
  EXPECT_EQ(content("ugly.capnp"), kFormatted);
}

TEST_F(FormatCommand, ChecksForContinuousIntegration) {
  ProgramResult result = run({"--check", "fine.capnp", "ugly.capnp"});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.out, "ugly.capnp\n");
  EXPECT_EQ(content("ugly.capnp"), kUgly);
  result = run({"--check", "fine.capnp"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(run({"--check", "-i", "fine.capnp"}).status, 0);
}

TEST_F(FormatCommand, WritesNothingIfAFileHasSyntaxErrors) {
  for (const char* other : {"bad.capnp", "missing.capnp"}) {
    EXPECT_EQ(run({"-i", "ugly.capnp", other}).status, 1);
    EXPECT_EQ(content("ugly.capnp"), kUgly);
    EXPECT_EQ(run({"ugly.capnp", other}).out, "");
  }
  EXPECT_NE(run({"-i", "bad.capnp"}).err.find("bad.capnp:2:10-11: error: this '{' is not closed"),
            std::string::npos);
  EXPECT_EQ(content("bad.capnp"), "@0x8123456789abcdef;\nstruct S {\n");
}

TEST_F(FormatCommand, LeavesNoFilesBehind) {
  run({"-i", "ugly.capnp", "bad.capnp"});
  run({"-i", "ugly.capnp"});
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
    ++count;
  }
  EXPECT_EQ(count, 3u);
}

}  // namespace
}  // namespace capstan
