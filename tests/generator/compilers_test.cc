// SPDX-License-Identifier: Apache-2.0
// Every generated file compiles alone, without a warning, on both compilers.
#include "tests/generator/compile_generated.h"

namespace capstan {
namespace {

void expectCompiles(const std::string& compiler) {
  if (!support::programExists(compiler)) GTEST_SKIP() << "there is no " << compiler;
  support::CompileCheck check(compiler);
  check.precede("cmath");
  for (const std::string& schema : support::everySchema()) {
    const auto files = support::generateFrom(schema);
    ASSERT_TRUE(files.ok()) << schema << files.status();
    check.add(*files);
  }
  check.run();
}

TEST(Compilers, GccTakesEveryGeneratedFileAlone) { expectCompiles("g++"); }
TEST(Compilers, ClangTakesEveryGeneratedFileAlone) { expectCompiles("clang++"); }

}  // namespace
}  // namespace capstan
