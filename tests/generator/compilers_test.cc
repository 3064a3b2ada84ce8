// SPDX-License-Identifier: Apache-2.0
// Every generated file compiles alone, without a warning, on both compilers.
#include "tests/generator/generate.h"
#include "tests/support/process.h"

namespace capstan {
namespace {

void expectCompiles(const std::string& compiler) {
  if (!support::programExists(compiler)) GTEST_SKIP() << "there is no " << compiler;
  const support::TempFolder folder;
  std::vector<std::string> command = {
      compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Wshadow", "-Wconversion",
      "-Werror", "-I" + folder.path(), "-I" + support::sourcePath("include"),
      // The configuration header of this build.
      "-I" + support::programPath("../include"), "-include", "cmath"};
  for (const std::string& schema : support::everySchema()) {
    const auto files = support::generateFrom(schema);
    ASSERT_TRUE(files.ok()) << schema << files.status();
    for (const compiler::GeneratedFile& file : *files) {
      support::writeFile(folder.file(file.path), file.content);
      // A source begins with its header, so that compiling it compiles the header alone.
      if (file.path.ends_with(".cc")) command.push_back(folder.file(file.path));
    }
  }
  const auto result = support::runProgram(command);
  EXPECT_TRUE(result.ok()) << result.err;
}

TEST(Compilers, GccTakesEveryGeneratedFileAlone) { expectCompiles("g++"); }
TEST(Compilers, ClangTakesEveryGeneratedFileAlone) { expectCompiles("clang++"); }

}  // namespace
}  // namespace capstan
