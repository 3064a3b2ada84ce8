// SPDX-License-Identifier: Apache-2.0
// Which errors are reported, and which not again. (errors/ has a file for each kind of message.)
#include <gtest/gtest.h>

#include "tests/compiler/compile_text.h"

namespace capstan {
namespace {

using support::CompiledText;
using support::compileFiles;
using support::compileText;

TEST(Errors, AreWarningsWhereOthersTakeTheText) {
  struct Row {
    std::string_view text;
    std::string_view place;
    std::string_view message;
  };
  const Row rows[] = {
      {"const a :S = (y = 1, y = 2); struct S { y @0 :Int8; }", "2:22-23", "given twice"},
      {"const a :S = (y = 1, z = 2); struct S { union { y @0 :Int8; z @1 :Int8; } }", "2:22-23",
       "members of one union"},
      {"const a :Float32 = 1e39;", "2:20-24", "out of the range of Float32"},
      {"const a :Float32 = 3.4028236e38;", "2:20-32", "out of the range of Float32"},
      {"const a :Float64 = 1e400;", "2:20-25", "too large for a Float64"},
      {"const a :Float64 = -0.001e400;", "2:21-30", "too large for a Float64"},
  };
  for (const Row& row : rows) {
    CompiledText compiled = compileText(row.text);
    EXPECT_TRUE(compiled.ok) << row.text;
    std::string start = "main.capnp:" + std::string(row.place) + ": warning: ";
    EXPECT_TRUE(compiled.messages().starts_with(start)) << compiled.messages();
    EXPECT_NE(compiled.messages().find(row.message), std::string::npos) << compiled.messages();
  }
}

TEST(Errors, AreAllReported) {
  CompiledText compiled =
      compileText("struct s {}\nconst A :Int8 = 300;\nstruct T { x @0 :Nix; y @0 :Int8; }\n");
  EXPECT_EQ(compiled.compilation->diagnostics().errorCount(), 5u) << compiled.messages();
}

TEST(Errors, OfOneStatementDoNotHideTheNext) {
  CompiledText compiled =
      compileText("const a Int8 = 1;\nconst b :Int8 = ;\nstruct S { c @0; d e; }\n");
  EXPECT_EQ(compiled.messages(),
            "main.capnp:2:9-13: error: expected ':' and a type, found 'Int8'\n"
            "main.capnp:3:17-18: error: expected a name or value, found ';'\n"
            "main.capnp:4:20-21: error: expected '@' and a number after this name, found 'e'\n"
            "main.capnp:4:12-13: error: enumerants belong into an enum; a field has a type, as in "
            "'name @0 :Text'\n");
}

TEST(Errors, OfMeaningAreReportedBesideThoseOfSyntax) {
  CompiledText compiled = compileText(
      "struct S { a @0 Int8; b @1 :Nix; }\n"
      "enum E { x @0; X @1; }\n"
      "const c :Int8 = 300;\n");
  EXPECT_EQ(compiled.messages(),
            "main.capnp:2:17-21: error: expected ':' and a type, found 'Int8'\n"
            "main.capnp:3:16-17: error: the names of all but types begin with a small letter\n"
            "main.capnp:2:29-32: error: 'Nix' is not defined\n"
            "main.capnp:4:17-20: error: this value is out of the range of Int8, which is -128 to "
            "127\n");
}

// What could not be read is not missed where it is used, counted or numbered.
TEST(Errors, OfSyntaxHaveNoFollowers) {
  const std::string_view texts[] = {
      "strcut T { x @0 :Int8; }  struct S { a @0 :T; b @1 :T.U; }",
      "struct S { struct T x { }  a @0 :T; b @1 : .S.T; }",
      "const c Int8 = 3; struct S { a @0 :Int8 = .c; }",
      "using T import \"x\"; const c :T.X = (a = 1); $T.y(1);",
      "annotation n struct :Void; struct S $n { }",
      "struct S { a @0 Int8; b @1 :Int8; } const c :S = (a = 1); const d :Int8 = .e.a; "
      "const e :S = (b = 1);",
      "enum E { a b @0; c @1; } const d :E = a;",
      "struct S { u :union { a @0 :Int8; b @1 Int8; } c @2 :Int8; }",
      "struct S { g :group { a @0 Int8; } c @1 :Int8; }",
      "struct S { u :union; a @0 :Int8; }",
      "interface I { f @0 (a Int8); g @1 (); }",
      "struct S { a @0 :Int8; } } const c :Nix = 1;",
      "struct S { a @0 :Nix; ",
      "const c :Int8 = 99999999999999999999;",
  };
  for (std::string_view text : texts) {
    CompiledText compiled = compileText(text);
    EXPECT_EQ(compiled.compilation->diagnostics().errorCount(), 1u) << text << "\n"
                                                                    << compiled.messages();
  }
  EXPECT_EQ(compileFiles({{"main.capnp", "@0xd08dc2a2a4d8a5f1 struct S { a @0 :Int8; }"}})
                .compilation->diagnostics()
                .errorCount(),
            1u);
}

// The file that is imported has the only mistake.
TEST(Errors, OfSyntaxHaveNoFollowersInOtherFiles) {
  CompiledText compiled = compileFiles(
      {{"main.capnp",
        "@0xd08dc2a2a4d8a5f1;\nusing B = import \"b.capnp\";\n"
        "struct S { a @0 :B.T; b @1 :B.U; c @2 :B.U.V; }\n"},
       {"b.capnp", "@0xd08dc2a2a4d8a5f2;\nstruct T { }\nstruct U x { struct V { } }\n"}});
  EXPECT_EQ(compiled.messages(), "b.capnp:3:10-11: error: expected '{', found 'x'\n");
}

TEST(Errors, NameTheEarlierPlace) {
  EXPECT_EQ(compileText("enum E { a @0; a @1; }").messages(),
            "main.capnp:2:16-17: error: 'a' is already defined in this scope\n"
            "main.capnp:2:10-11: note: it is defined here\n");
}

TEST(Errors, OfAMissingIdSuggestOne) {
  CompiledText compiled = compileFiles({{"main.capnp", "struct S { x @0 :Nix; }"}});
  EXPECT_TRUE(compiled.messages().starts_with(
      "main.capnp:1:1: error: this file has no id; add this line: @0x"))
      << compiled.messages();
  // What else is wrong is found too.
  EXPECT_EQ(compiled.compilation->diagnostics().errorCount(), 2u);
}

TEST(Errors, OfSyntaxSuppressTheMissingId) {
  CompiledText compiled = compileFiles({{"main.capnp", "// comment\nstruct S {}\n"}});
  EXPECT_EQ(compiled.compilation->diagnostics().errorCount(), 1u) << compiled.messages();
}

TEST(Errors, OfAnImportedFileAreReportedInIt) {
  CompiledText compiled = compileFiles({
      {"main.capnp", "@0x8123456789abcdef; struct S { a @0 :import \"b.capnp\".B; }"},
      {"b.capnp", "@0x8123456789abcdee;\nstruct B { x @0 :Nix; }\nstruct Unused { y @0 :Nix; }"},
  });
  EXPECT_EQ(compiled.messages(), "b.capnp:2:18-21: error: 'Nix' is not defined\n");
}

TEST(Errors, OfSyntaxInAnImportedFileAreNotRepeatedAtItsUses) {
  CompiledText compiled = compileFiles({
      {"main.capnp",
       "@0x8123456789abcdef; using B = import \"b.capnp\"; struct S { a @0 :B.B; b @1 :B.C; }"},
      {"b.capnp", "@0x8123456789abcdee;\nstruct B {"},
  });
  EXPECT_EQ(compiled.messages(), "b.capnp:2:10-11: error: this '{' is not closed\n");
}

TEST(Errors, OfARequestedFileThatIsMissing) {
  EXPECT_EQ(compileFiles({}).messages(), "error: cannot read the schema file 'main.capnp'\n");
}

TEST(Errors, OfSeveralLinesNameOnlyTheFirst) {
  EXPECT_TRUE(compileText("const a :Int8 = [1,\n2];")
                  .messages()
                  .starts_with("main.capnp:2:17: error: type mismatch"));
}

}  // namespace
}  // namespace capstan
