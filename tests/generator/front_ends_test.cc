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
    for (const support::GeneratedFile& file : *ours) {
      EXPECT_EQ(support::readFile(out.file(file.path)), file.content) << file.path;
    }
  }
}

}  // namespace
}  // namespace capstan
