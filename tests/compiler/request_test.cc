// SPDX-License-Identifier: Apache-2.0
// Our requests and the reference's are the same, but for the version and for where things stand.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "capstan/compiler/schema_parser.h"
#include "capstan/message/marshal.h"
#include "capstan/message/unmarshal.h"
#include "capstan/schema/schema.capnp.h"
#include "tests/compiler/random_declarations.h"
#include "tests/compiler/random_files.h"
#include "tests/compiler/random_schema.h"
#include "tests/compiler/tree_text.h"
#include "tests/support/capnp_tool.h"
#include "tests/support/files.h"
#include "tools/compiler/ids.h"

namespace capstan {
namespace {

using compiler::SchemaParser;
using support::sourcePath;
using support::TreeText;

const std::vector<std::string>& importDirs() {
  static const std::vector<std::string> dirs = {sourcePath("schemas"), sourcePath("tests")};
  return dirs;
}

std::string referenceRequest(const std::vector<std::string>& files) {
  // Schemas that compilers before 2014 got wrong are refused without this.
  ::setenv("CAPNP_IGNORE_ISSUE_344", "1", 1);
  std::vector<std::string> arguments = {"compile", "--no-standard-import", "-o-"};
  for (const std::string& dir : importDirs()) {
    arguments.push_back("-I");
    arguments.push_back(dir);
  }
  arguments.insert(arguments.end(), files.begin(), files.end());
  support::ProgramResult result = support::runCapnp(arguments);
  EXPECT_TRUE(result.ok()) << result.err;
  return result.out;
}

std::string ourRequest(const std::vector<std::string>& files) {
  SchemaParser parser({.importDirs = importDirs(),
                       .sourcePrefixes = {},
                       .standardImports = false,
                       .workingDirectory = std::filesystem::current_path().string(),
                       .readFile = {}});
  MessageBuilder request;
  absl::Status status = parser.parse(files, request);
  EXPECT_TRUE(status.ok()) << status;
  std::string framed;
  appendTo(request, framed);
  return framed;
}

// The nodes and requested files, but for where names stand in these, which older tools do not tell.
std::string essence(const std::string& framed) {
  absl::StatusOr<MessageReader> reader = unmarshal(framed, {.traversalLimitWords = kUnlimited});
  EXPECT_TRUE(reader.ok()) << reader.status();
  const StructReader root = reader->getRoot<AnyStruct>().raw();
  std::string out = TreeText::of(root.pointer(0));
  for (auto file : reader->getRoot<schema::CodeGeneratorRequest>().getRequestedFiles()) {
    out += std::to_string(file.getId()) + " " + std::string(std::string_view(file.getFilename()));
    out += "\n" + TreeText::of(file.raw().pointer(1));
  }
  EXPECT_TRUE(reader->status().ok()) << reader->status();
  return out;
}

// One line for each difference is too much; the first one and its surroundings tell enough.
void expectSame(const std::string& ours, const std::string& reference, const std::string& what) {
  if (ours == reference) return;
  std::size_t at = static_cast<std::size_t>(
      std::mismatch(ours.begin(), ours.end(), reference.begin(), reference.end()).first -
      ours.begin());
  std::size_t begin = at < 600 ? 0 : at - 600;
  ADD_FAILURE() << what << " differs.\nOurs:\n"
                << ours.substr(begin, 800) << "\nReference:\n"
                << reference.substr(begin, 800);
}

// Of each node its documentation, and that of its members.
using DocComments = std::map<std::uint64_t, std::vector<std::string>>;

DocComments docComments(const std::string& framed) {
  absl::StatusOr<MessageReader> reader = unmarshal(framed);
  EXPECT_TRUE(reader.ok());
  DocComments out;
  for (auto info : reader->getRoot<schema::CodeGeneratorRequest>().getSourceInfo()) {
    EXPECT_FALSE(out.contains(info.getId())) << info.getId();
    std::vector<std::string>& docs = out[info.getId()];
    docs.emplace_back(std::string_view(info.getDocComment()));
    docs.emplace_back(info.hasMembers() ? "has members" : "has none");
    for (auto member : info.getMembers()) {
      docs.emplace_back(std::string_view(member.getDocComment()));
    }
  }
  return out;
}

void expectTheReferences(const std::vector<std::string>& files, const std::string& what) {
  std::string ours = ourRequest(files);
  std::string reference = referenceRequest(files);
  expectSame(essence(ours), essence(reference), what);
  EXPECT_EQ(docComments(ours), docComments(reference)) << what;
}

std::vector<std::string> schemasBelow(const std::string& folder) {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(sourcePath(folder))) {
    if (entry.path().extension() == ".capnp") out.push_back(entry.path().string());
  }
  std::sort(out.begin(), out.end());
  EXPECT_FALSE(out.empty()) << folder;
  return out;
}

TEST(Request, IsTheReferencesForEachSchema) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  for (const char* folder : {"schemas", "tests/schemas", "tests/compiler/schemas"}) {
    for (const std::string& file : schemasBelow(folder)) {
      expectTheReferences({file}, file);
    }
  }
}

TEST(Request, IsTheReferencesForSeveralFiles) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  std::vector<std::string> files = {sourcePath("tests/compiler/schemas/imports.capnp"),
                                    sourcePath("tests/compiler/schemas/folder/deeper/leaf.capnp"),
                                    sourcePath("schemas/capnp/schema.capnp")};
  expectTheReferences(files, "the request");
}

TEST(Request, IsTheReferencesForTextOfOtherSystems) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  support::TempFolder folder;
  std::string file = folder.file("windows.capnp");
  support::writeFile(file,
                     "\xEF\xBB\xBF# \xC5\xA1\r\n@0xe2c4a6880b1d3f57; # Of the file.\r\n\r\n"
                     "struct Cut { # Of the struct.\r\n  # \xC5\xA1 more\r\n  width @0 :UInt16;\r\n"
                     "\r\n  # Of nobody.\r\n  \xEF\xBB\xBFname @1 :Text = \"\xC5\xA1\"; \t\r\n"
                     "  # Of the name.\r\n}\r\n");
  expectTheReferences({file}, "the request");
}

// Schemas that nobody here has written.
TEST(Request, IsTheReferencesForItsOwnSchemas) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  std::error_code missing;
  std::filesystem::recursive_directory_iterator installed("/usr/include/capnp", missing);
  for (const auto& entry : installed) {
    if (entry.path().extension() != ".capnp") continue;
    expectTheReferences({entry.path().string()}, entry.path().string());
  }
}

TEST(Request, IsTheReferencesForRandomLayouts) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  support::TempFolder folder;
  support::RandomSchema random;
  for (int round = 0; round < 40; ++round) {
    std::string file = folder.file("random.capnp");
    std::string text = random.next();
    support::writeFile(file, text);
    expectTheReferences({file}, text);
  }
}

TEST(Request, IsTheReferencesForRandomDeclarations) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  support::TempFolder folder;
  support::RandomDeclarations random;
  for (int round = 0; round < 40; ++round) {
    std::string file = folder.file("random.capnp");
    std::string text = random.next();
    support::writeFile(file, text);
    expectTheReferences({file}, text);
  }
}

TEST(Request, IsTheReferencesForRandomFilesThatImportEachOther) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  support::TempFolder folder;
  support::RandomFiles random;
  for (int round = 0; round < 30; ++round) {
    std::string all;
    std::vector<std::string> paths;
    for (const auto& [name, text] : random.next()) {
      paths.push_back(folder.file(name));
      support::writeFile(paths.back(), text);
      all += text;
    }
    expectTheReferences({paths[0]}, all);
  }
}

// The source information has one entry for all structs of methods: of the one that is finished
// first. Here the numbers of parameters tell which one that is.
TEST(Request, IsTheReferencesForMethodsOfInterfacesThatNeedEachOther) {
  CAPSTAN_REQUIRE_ORACLE_OR_SKIP();
  support::TempFolder folder;
  std::string file = folder.file("methods.capnp");
  for (const char* text : {
           "interface A { m @0 (a :Int8) -> (b :A, c :A); n @1 () -> (); }",
           "interface A { n @1 (a :Int8); m @0 () -> stream; }",
           "struct S {} interface A { m @0 S -> (a :Int8, b :Int8); }",
           "struct S {} interface A { m @0 S -> S; }",
           "interface A extends(B) { m @0 (a :Int8); } interface B { m @0 (a :Int8, b :Int8); }",
           "interface A { m @0 (a :B); } interface B { m @0 (a :Int8, b :Int8); }",
           "interface A { m @0 (a :B); } interface B { m @0 (a :Int8, b :A); }",
           "interface A { m @0 (a :B); } interface B { m @0 (a :B, b :A); }",
           "interface A { m @0 (a :A); n @1 (a :B, b :A); }"
           "interface B { m @0 (a :A, b :B, c :Int8); }",
           "interface A { interface B { m @0 (a :Int8); } m @0 (a :Int8, b :Int8); }",
           "struct S { b @0 :A.B; }"
           "interface A { m @0 (a :Int8, b :Int8); interface B { m @0 (a :Int8); } }",
           "interface A $mark([]) { m @0 (a :Int8, b :Int8, c :C); }"
           "interface B { m @0 (a :Int8); } interface C { m @0 (a :Int8, b :Int8); }"
           "annotation mark(*) :List(B);",
       }) {
    support::writeFile(file, std::string("@0xe2c4a6880b1d3f57;\n") + text);
    expectTheReferences({file}, text);
  }
}

TEST(Request, TellsWhereDeclarationsStand) {
  SchemaParser parser({.importDirs = {},
                       .sourcePrefixes = {},
                       .standardImports = true,
                       .workingDirectory = {},
                       .readFile = [](const std::string&) {
                         return std::optional<std::string>(
                             "@0x8123456789abcdef;\nstruct S { a @0 :Int8; }\n"
                             "interface I { m @0 (a :Int8); }\n");
                       }});
  MessageBuilder message;
  ASSERT_TRUE(parser.parse({"s.capnp"}, message).ok());
  auto request = message.getRootReader<schema::CodeGeneratorRequest>();
  auto info = request.getSourceInfo()[1];
  EXPECT_EQ(info.getStartByte(), 21u);
  EXPECT_EQ(info.getEndByte(), 45u);
  EXPECT_EQ(info.getMembers()[0].getStartByte(), 32u);
  EXPECT_EQ(info.getMembers()[0].getEndByte(), 43u);
  // What methods take is a part of their text.
  for (auto each : request.getSourceInfo()) {
    if (each.getId() == 0) info = each;
  }
  EXPECT_EQ(info.getId(), 0u);
  EXPECT_EQ(info.getEndByte(), 0u);
  ASSERT_EQ(info.getMembers().size(), 1u);
  EXPECT_EQ(info.getMembers()[0].getEndByte(), 0u);
}

// What the request says of the names in a file, as `text=id`.
std::vector<std::string> identifiersOf(const std::string& text) {
  SchemaParser parser({.importDirs = {},
                       .sourcePrefixes = {},
                       .standardImports = true,
                       .workingDirectory = {},
                       .readFile = [&](const std::string&) { return std::optional(text); }});
  MessageBuilder message;
  EXPECT_TRUE(parser.parse({"s.capnp"}, message).ok());
  std::vector<std::string> out;
  auto request = message.getRootReader<schema::CodeGeneratorRequest>();
  for (auto name : request.getRequestedFiles()[0].getFileSourceInfo().getIdentifiers()) {
    std::string word = text.substr(name.getStartByte(), name.getEndByte() - name.getStartByte());
    out.push_back(word + "=" + compiler::idText(name.getTypeId()));
  }
  return out;
}

TEST(Request, TellsWhatNamesMean) {
  std::vector<std::string> names = identifiersOf(
      "@0x8123456789abcdef;\n"
      "struct A @0x8000000000000001 { struct B @0x8000000000000002 (T) { t @0 :T; } }\n"
      "using C = A.B(Data);\n"
      "const d @0x8000000000000003 :List(Int8) = [];\n"
      "annotation e @0x8000000000000004 (struct) :AnyStruct;\n"
      "struct F { c @0 :C; d @1 :List(Int8) = .d; g @2 :Capability; h :union { i @3 :Void; j @4 "
      ":Bool; } }\n");
  EXPECT_EQ(
      names,
      (std::vector<std::string>{
          "A=@0x8000000000000001", "A.B=@0x8000000000000002", "Data=@0x0000000000000403",
          "List=@0x0000000000000404", "Int8=@0x00000000000003f8", "AnyStruct=@0x0000000000000407",
          "C=@0x8000000000000002", "List=@0x0000000000000404", "Int8=@0x00000000000003f8",
          ".d=@0x8000000000000003", "Capability=@0x0000000000000409", "Void=@0x00000000000003f6",
          "Bool=@0x00000000000003f7"}));
}

TEST(SchemaParser, TellsWhichFilesItRead) {
  SchemaParser parser({.importDirs = {"dir"},
                       .sourcePrefixes = {},
                       .standardImports = true,
                       .workingDirectory = {},
                       .readFile = [](const std::string& path) -> std::optional<std::string> {
                         if (path == "a/b/main.capnp") {
                           return "@0x8123456789abcdef; using C = import \"../c.capnp\"; "
                                  "using D = import \"/d.capnp\"; "
                                  "using import \"/capnp/c++.capnp\".namespace;";
                         }
                         if (path == "a/c.capnp") return "@0x8123456789abcde1;";
                         if (path == "dir/d.capnp") return "@0x8123456789abcde2;";
                         return std::nullopt;
                       }});
  MessageBuilder message;
  ASSERT_TRUE(parser.parse({"a/./b//main.capnp"}, message).ok()) << parser.diagnostics()[0].text;
  EXPECT_EQ(parser.filesRead(),
            (std::vector<std::string>{"a/b/main.capnp", "a/c.capnp", "dir/d.capnp"}));
}

TEST(SchemaParser, LeavesTheMessageAloneAfterAnError) {
  SchemaParser parser({.importDirs = {},
                       .sourcePrefixes = {},
                       .standardImports = true,
                       .workingDirectory = {},
                       .readFile = [](const std::string&) {
                         return std::optional<std::string>("@0x8123456789abcdef; struct s {}");
                       }});
  MessageBuilder message;
  absl::Status status = parser.parse({"s.capnp"}, message);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(message.getRootReader<AnyPointer>().isNull());
  ASSERT_EQ(parser.diagnostics().size(), 1u);
  EXPECT_EQ(parser.diagnostics()[0].line, 1u);
  EXPECT_EQ(parser.diagnostics()[0].column, 29u);
  EXPECT_EQ(parser.diagnostics()[0].file, "s.capnp");
  EXPECT_TRUE(parser.diagnostics()[0].isError);
}

}  // namespace
}  // namespace capstan
