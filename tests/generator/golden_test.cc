// SPDX-License-Identifier: Apache-2.0
// The checked-in goldens are what the generator makes today, each time it is run.
#include "tests/generator/generate.h"

namespace capstan {
namespace {

using support::generateFrom;

void expectGolden(const std::string& schema) {
  const auto files = generateFrom(support::sourcePath(schema));
  ASSERT_TRUE(files.ok()) << files.status();
  ASSERT_EQ(files->size(), 2u);
  for (const support::GeneratedFile& file : *files) {
    const std::string path = support::sourcePath("tests/generator/golden/" + file.path);
    EXPECT_EQ(file.content, support::readFile(path))
        << path << " is not current: tools/lint/generated --fix renews it";
  }
}

TEST(Golden, Addressbook) { expectGolden("schemas/addressbook.capnp"); }
TEST(Golden, OfEachConstruct) {
  for (const std::string& schema : support::schemasIn("tests/generator/golden")) {
    expectGolden(schema.substr(support::sourcePath("").size()));
  }
}
TEST(Golden, ImportsAndDefaults) { expectGolden("tests/schemas/importing.capnp"); }

TEST(Golden, TwoRunsGiveTheSameBytes) {
  for (const std::string& schema : support::everySchema()) {
    const auto first = generateFrom(schema);
    const auto second = generateFrom(schema);
    ASSERT_TRUE(first.ok()) << schema << first.status();
    ASSERT_TRUE(second.ok());
    for (std::size_t i = 0; i < first->size(); ++i) {
      EXPECT_EQ((*first)[i].path, (*second)[i].path);
      EXPECT_EQ((*first)[i].content, (*second)[i].content);
    }
  }
}

TEST(Golden, NothingOfThisMachineIsInTheOutput) {
  for (const std::string& schema : support::everySchema()) {
    const auto files = generateFrom(schema);
    ASSERT_TRUE(files.ok());
    for (const support::GeneratedFile& file : *files) {
      EXPECT_EQ(file.content.find(support::sourcePath("")), std::string::npos) << file.path;
    }
  }
}

}  // namespace
}  // namespace capstan
