// SPDX-License-Identifier: Apache-2.0
// The program `capstan`: compile, id, and the same program as a plugin of the reference.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <map>

#include "tests/support/capnp_tool.h"
#include "tests/support/files.h"
#include "tests/support/process.h"

namespace capstan {
namespace {

using support::ProgramResult;
using support::readFile;
using support::TempFolder;
using support::writeFile;

constexpr const char* kSchema = "@0x8123456789abcdef;\nstruct S { a @0 :Int8; }\n";

class Command : public testing::Test {
 protected:
  void SetUp() override { writeFile(folder_.file("s.capnp"), kSchema); }

  ProgramResult run(std::vector<std::string> arguments, std::string_view input = {}) {
    arguments.insert(arguments.begin(), support::programPath("capstan"));
    return support::runProgram(arguments, {.input = input, .folder = folder_.path()});
  }
  bool exists(const std::string& name) { return std::filesystem::exists(folder_.file(name)); }
  // A plugin in the folder: a shell script.
  void writePlugin(const std::string& name, const std::string& script) {
    writeFile(folder_.file(name), "#!/bin/sh\n" + script);
    std::filesystem::permissions(folder_.file(name), std::filesystem::perms::owner_all);
  }

  TempFolder folder_;
};

TEST_F(Command, WritesAccessorsBesideTheSchemaByDefault) {
  ProgramResult result = run({"compile", "s.capnp"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_TRUE(exists("s.capnp.h"));
  EXPECT_TRUE(exists("s.capnp.cc"));
}

TEST_F(Command, WritesIntoTheOutputDirectoryWithoutTheSourcePrefix) {
  std::filesystem::create_directories(folder_.file("src/sub"));
  std::filesystem::create_directories(folder_.file("out"));
  writeFile(folder_.file("src/sub/t.capnp"), "@0x8123456789abcde1; struct T {}");
  ProgramResult result = run({"compile", "--src-prefix", "src", "-oc++:out", "src/sub/t.capnp"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(exists("out/sub/t.capnp.h"));
}

TEST_F(Command, WritesEachOfItsDirectoriesOnce) {
  std::filesystem::create_directories(folder_.file("out"));
  ProgramResult result = run({"compile", "-oc++", "-oc++:out", "-oc++:out", "s.capnp"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(readFile(folder_.file("s.capnp.h")), readFile(folder_.file("out/s.capnp.h")));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_.file("out")), {}), 2);
}

TEST_F(Command, LeavesNothingHalfWrittenInOneOfTwoDirectories) {
  ProgramResult result = run({"compile", "-o-", "-oc++", "-oc++:nowhere", "s.capnp"});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err.find("the output directory nowhere does not exist"), std::string::npos)
      << result.err;
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_.path()), {}), 1);
}

// Each file is compiled alone, and what makes the other import it in turn is nothing that it
// depends on: a constant, a struct that it does not use, a file between the two.
TEST_F(Command, KnowsThatImportsImportWhatIsCompiled) {
  const std::pair<const char*, const char*> kFiles[] = {
      {"a.capnp",
       "@0x8123456789abcde1; using B = import \"b.capnp\"; using C = import \"c.capnp\";\n"
       "struct A { b @0 :B.UsedB; c @1 :C.UsedC; struct Inner {} enum Kind { k @0; } }"},
      {"b.capnp",
       "@0x8123456789abcde2; using A = import \"a.capnp\";\n"
       "struct UsedB { const inner :A.A.Inner = (); const kind :A.A.Kind = k; }\n"
       "struct OtherB { inner @0 :A.A.Inner; }"},
      {"c.capnp",
       "@0x8123456789abcde3; using D = import \"d.capnp\";\n"
       "struct UsedC {} struct OtherC { d @0 :List(D.D); }"},
      {"d.capnp",
       "@0x8123456789abcde4; using A = import \"a.capnp\"; struct D { a @0 :A.A.Inner; }"}};
  for (const auto& [name, text] : kFiles) writeFile(folder_.file(name), text);
  for (const auto& [name, text] : kFiles) {
    ProgramResult result = run({"compile", "-oc++", "--depfile=deps", name});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_NE(readFile(folder_.file("deps")).find("/d.capnp"), std::string::npos) << name;
  }
  std::vector<std::string> compile = {"c++",
                                      "-std=c++20",
                                      "-fsyntax-only",
                                      "-I" + folder_.path(),
                                      "-I" + support::sourcePath("include"),
                                      "-I" + support::programPath("../include")};
  for (const auto& [name, text] : kFiles) compile.push_back(folder_.file(name) + ".cc");
  const ProgramResult compiled = support::runProgram(compile);
  EXPECT_TRUE(compiled.ok()) << compiled.err.substr(0, 2000);
}

TEST_F(Command, WritesTheRequestToTheStandardOutput) {
  ProgramResult joined = run({"compile", "-o-", "s.capnp"});
  EXPECT_EQ(joined.status, 0) << joined.err;
  EXPECT_GT(joined.out.size(), 100u);
  EXPECT_EQ(run({"compile", "-o", "-", "s.capnp"}).out, joined.out);
  EXPECT_EQ(run({"compile", "s.capnp", "--output=-"}).out, joined.out);
  EXPECT_FALSE(exists("s.capnp.h"));
}

TEST_F(Command, WritesNothingIfThereIsAnError) {
  writeFile(folder_.file("bad.capnp"), "@0x8123456789abcde1;\nstruct bad { x @0 :Nix; }\n");
  writePlugin("plugin", "touch ran\n");
  ProgramResult result = run({"compile", "-o-", "-oc++", "-o./plugin", "s.capnp", "bad.capnp"});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err.find("bad.capnp:2:8-11: error: "), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("bad.capnp:2:20-23: error: "), std::string::npos) << result.err;
  EXPECT_FALSE(exists("s.capnp.h"));
  EXPECT_FALSE(exists("ran"));
}

TEST_F(Command, RunsPluginsInTheirDirectory) {
  std::filesystem::create_directories(folder_.file("out"));
  writePlugin("plugin", "cat > request\npwd\n");
  ProgramResult result = run({"compile", "-o./plugin:out", "s.capnp"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(readFile(folder_.file("out/request")), run({"compile", "-o-", "s.capnp"}).out);
}

TEST_F(Command, ReportsHowPluginsFail) {
  writePlugin("fails", "exit 3\n");
  writePlugin("dies", "kill -9 $$\n");
  EXPECT_NE(run({"compile", "-o./fails", "s.capnp"}).err.find("exit code 3"), std::string::npos);
  EXPECT_NE(run({"compile", "-o./dies", "s.capnp"}).err.find("signal 9"), std::string::npos);
  ProgramResult missing = run({"compile", "-onosuchlanguage", "s.capnp"});
  EXPECT_EQ(missing.status, 1);
  EXPECT_NE(missing.err.find("there is no plugin capnpc-nosuchlanguage"), std::string::npos);
  EXPECT_NE(run({"compile", "-oc++:nowhere", "s.capnp"}).err.find("does not exist"),
            std::string::npos);
  EXPECT_NE(run({"compile", "-o", ":x", "s.capnp"}).err.find("-o NAME"), std::string::npos);
}

TEST_F(Command, SurvivesAPluginThatDoesNotReadTheRequest) {
  writePlugin("ignores", "exit 0\n");
  EXPECT_EQ(run({"compile", "-o./ignores", "s.capnp"}).status, 0);
}

TEST_F(Command, WritesADepfile) {
  writeFile(folder_.file("t.capnp"),
            "@0x8123456789abcde1; using S = import \"s.capnp\"; struct T { s @0 :S.S; }");
  std::filesystem::create_directories(folder_.file("out"));
  ProgramResult result = run({"compile", "--depfile", "t.d", "-oc++:out", "t.capnp"});
  EXPECT_EQ(result.status, 0) << result.err;
  std::string depfile = readFile(folder_.file("t.d"));
  EXPECT_TRUE(depfile.starts_with("out/t.capnp.h out/t.capnp.cc:")) << depfile;
  EXPECT_NE(depfile.find("/t.capnp \\\n"), std::string::npos) << depfile;
  EXPECT_TRUE(depfile.ends_with("/s.capnp\n")) << depfile;
}

TEST_F(Command, HasTheStandardSchemasBuiltIn) {
  writeFile(folder_.file("t.capnp"),
            "@0x8123456789abcde1; using Cxx = import \"/capnp/c++.capnp\"; $Cxx.namespace(\"x\");\n"
            "using Go = import \"/go.capnp\"; $Go.package(\"x\"); struct T {}\n"
            "struct V { v @0 :import \"/capnp/compat/json.capnp\".Value; }");
  EXPECT_EQ(run({"compile", "-o-", "t.capnp"}).err, "");
  ProgramResult without = run({"compile", "--no-standard-import", "-o-", "t.capnp"});
  EXPECT_EQ(without.status, 1);
  EXPECT_NE(without.err.find("import failed"), std::string::npos);
}

TEST_F(Command, PrintsFreshIds) {
  ProgramResult result = run({"id"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.out.size(), std::string_view("@0x8123456789abcdef;\n").size());
  EXPECT_TRUE(result.out.starts_with("@0x"));
  EXPECT_NE(run({"id"}).out, result.out);
}

TEST_F(Command, ExplainsItself) {
  EXPECT_TRUE(run({"--version"}).out.starts_with("capstan "));
  EXPECT_NE(run({"compile", "--help"}).out.find("--src-prefix"), std::string::npos);
  EXPECT_NE(run({}).status, 0);
  EXPECT_NE(run({"compile"}).status, 0);
}

// What a folder holds: paths relative to it, and contents.
std::map<std::string, std::string> contents(const std::string& folder) {
  std::map<std::string, std::string> out;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    out[std::filesystem::relative(entry.path(), folder).string()] = readFile(entry.path().string());
  }
  return out;
}

TEST_F(Command, GivesTheSameAsAPluginOfTheReference) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  ::setenv("CAPNP_IGNORE_ISSUE_344", "1", 1);
  const std::string schemas = support::sourcePath("schemas");
  const std::string tests = support::sourcePath("tests");
  for (const std::string& name :
       {schemas + "/addressbook.capnp", schemas + "/capnp/schema.capnp",
        tests + "/compiler/schemas/values.capnp", tests + "/compiler/schemas/annotations.capnp",
        tests + "/compiler/schemas/unions.capnp", tests + "/compiler/schemas/imports.capnp",
        tests + "/compiler/schemas/comments.capnp", tests + "/schemas/all_types.capnp"}) {
    TempFolder ours, plugin;
    std::vector<std::string> arguments = {
        "compile", "--no-standard-import", "-I", schemas, "-I", tests, name};
    arguments.push_back("-oc++:" + ours.path());
    ProgramResult own = run(arguments);
    ASSERT_EQ(own.status, 0) << own.err;
    arguments.back() = "-o" + support::programPath("capnpc-capstan") + ":" + plugin.path();
    // Where it starts counts: what the reference finds below that folder it names without it.
    arguments.insert(arguments.begin(), "capnp");
    ProgramResult reference = support::runProgram(arguments, {.folder = folder_.path()});
    ASSERT_EQ(reference.status, 0) << reference.err;
    EXPECT_EQ(contents(plugin.path()).size(), 2u) << name;
    EXPECT_EQ(contents(plugin.path()), contents(ours.path())) << name;
  }
}

TEST_F(Command, RefusesInputThatIsNoRequestAsAPlugin) {
  ProgramResult result = support::runProgram({support::programPath("capnpc-capstan")},
                                             {.input = "no request", .folder = folder_.path()});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err, "");
}

}  // namespace
}  // namespace capstan
