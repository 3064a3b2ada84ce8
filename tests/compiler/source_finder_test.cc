// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/source_finder.h"

#include <gtest/gtest.h>

#include "tests/compiler/compile_text.h"

namespace capstan {
namespace {

using compiler::foldPath;
using compiler::FoundFile;
using compiler::SourceFinder;
using compiler::SourceFinderOptions;

TEST(SourceFinder, FoldsPaths) {
  const std::pair<const char*, const char*> rows[] = {
      {"a/b", "a/b"},        {"./a//b/", "a/b"},     {"a/../b", "b"}, {"../a", "../a"},
      {"a/../../b", "../b"}, {"/a/../../b", "/b"},   {"/", "/"},      {"", ""},
      {"a/./b/../c", "a/c"}, {"../../a", "../../a"}, {"/./a", "/a"},
  };
  for (const auto& [path, folded] : rows) EXPECT_EQ(foldPath(path), folded) << path;
}

// A finder to which every file exists.
SourceFinder finder(SourceFinderOptions options) {
  options.readFile = [](const std::string& path) { return std::optional(path); };
  return SourceFinder(std::move(options));
}

TEST(SourceFinder, NamesFilesByTheirBase) {
  SourceFinderOptions options;
  options.workingDirectory = "/home/me";
  options.sourcePrefixes = {"src", "src/deep", "/opt/schemas"};
  SourceFinder find = finder(options);
  const std::pair<const char*, const char*> rows[] = {
      {"a.capnp", "a.capnp"},
      {"./x/../a.capnp", "a.capnp"},
      {"src/a.capnp", "a.capnp"},
      {"src/deep/a.capnp", "a.capnp"},
      {"/home/me/b/a.capnp", "b/a.capnp"},
      {"/opt/schemas/c/a.capnp", "c/a.capnp"},
      {"../you/a.capnp", "home/you/a.capnp"},
      {"/etc/a.capnp", "etc/a.capnp"},
  };
  for (const auto& [path, name] : rows) {
    std::optional<FoundFile> found = find.findRequested(path);
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->displayName, name) << path;
  }
}

TEST(SourceFinder, KeepsTheBaseOfTheImporter) {
  SourceFinderOptions options;
  options.workingDirectory = "/home/me";
  options.importDirs = {"inc"};
  SourceFinder find = finder(options);
  FoundFile main = *find.findRequested("dir/main.capnp");
  EXPECT_EQ(find.findImport(main, "a.capnp")->displayName, "dir/a.capnp");
  EXPECT_EQ(find.findImport(main, "../a.capnp")->path, "/home/me/a.capnp");
  FoundFile included = *find.findImport(main, "/x/b.capnp");
  EXPECT_EQ(included.path, "/home/me/inc/x/b.capnp");
  EXPECT_EQ(included.displayName, "x/b.capnp");
  EXPECT_EQ(find.findImport(included, "c.capnp")->displayName, "x/c.capnp");
}

TEST(SourceFinder, PrefersImportDirectoriesToStandardSchemas) {
  SourceFinderOptions options;
  options.importDirs = {"one", "two"};
  options.readFile = [](const std::string& path) -> std::optional<std::string> {
    if (path == "two/capnp/c++.capnp" || path == "main.capnp") return path;
    return std::nullopt;
  };
  SourceFinder find(options);
  FoundFile main = *find.findRequested("main.capnp");
  EXPECT_EQ(find.findImport(main, "/capnp/c++.capnp")->path, "two/capnp/c++.capnp");
  FoundFile json = *find.findImport(main, "/capnp/compat/json.capnp");
  EXPECT_TRUE(json.path.starts_with(compiler::kStandardBase));
  EXPECT_EQ(json.displayName, "capnp/compat/json.capnp");
  EXPECT_TRUE(find.findImport(json, "../stream.capnp").has_value());
  EXPECT_FALSE(find.findImport(json, "../../main.capnp").has_value());
  EXPECT_FALSE(find.findImport(main, "/no.capnp").has_value());
}

TEST(ModuleTable, TakesTwoCopiesOfAFileForOne) {
  std::string text = "@0x8123456789abcde1; struct A {}";
  support::CompiledText compiled =
      support::compileFiles({{"main.capnp",
                              "@0x8123456789abcdef; struct S { a @0 :import \"a.capnp\".A; b @1 "
                              ":import \"b.capnp\".A; }"},
                             {"a.capnp", text},
                             {"b.capnp", text}});
  EXPECT_TRUE(compiled.ok) << compiled.messages();
  EXPECT_EQ(compiled.messages(),
            "a.capnp:1:1: warning: this file is also reached as 'b.capnp'; the two are taken for "
            "one\n");
}

TEST(SourceFinder, TakesSystemDirectoriesLast) {
  SourceFinderOptions options;
  options.importDirs = {"mine"};
  options.systemDirs = {"/usr/include"};
  options.readFile = [](const std::string& path) -> std::optional<std::string> {
    if (path == "mine/a.capnp" || path.starts_with("/usr/include/")) return path;
    return std::nullopt;
  };
  const SourceFinder find(std::move(options));
  const FoundFile importer = {"x.capnp", "", "x.capnp", ""};
  EXPECT_EQ(find.findImport(importer, "/a.capnp")->path, "mine/a.capnp");
  EXPECT_EQ(find.findImport(importer, "/b.capnp")->path, "/usr/include/b.capnp");
  EXPECT_EQ(find.findImport(importer, "/b.capnp")->displayName, "b.capnp");
  EXPECT_EQ(find.findImport(importer, "/capnp/c++.capnp")->path, "<standard>/capnp/c++.capnp");
}

}  // namespace
}  // namespace capstan
