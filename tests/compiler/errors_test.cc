// SPDX-License-Identifier: Apache-2.0
// One row for each kind of message. Line 1 is the file's id; the text begins on line 2.
#include <gtest/gtest.h>

#include "tests/compiler/compile_text.h"

namespace capstan {
namespace {

using support::CompiledText;
using support::compileFiles;
using support::compileText;

struct Row {
  std::string_view text;
  std::string_view place;    // of the first message
  std::string_view message;  // a part of it
  std::size_t count = 1;     // of errors in all
};

void check(const Row& row) {
  CompiledText compiled = compileText(row.text);
  EXPECT_FALSE(compiled.ok) << row.text;
  std::string messages = compiled.messages();
  EXPECT_TRUE(messages.starts_with("main.capnp:" + std::string(row.place) + ": error: "))
      << row.text << "\n"
      << messages;
  EXPECT_NE(messages.find(row.message), std::string::npos) << row.text << "\n" << messages;
  EXPECT_EQ(compiled.compilation->diagnostics().errorCount(), row.count) << row.text << "\n"
                                                                         << messages;
}

TEST(Errors, OfSyntax) {
  const Row rows[] = {
      {"struct S {", "2:10-11", "this '{' is not closed"},
      {"}", "2:1-2", "this '}' closes nothing"},
      {"struct S", "2:9", "expected '{' before the end of the file"},
      {"struct S;", "2:9-10", "ends with a block"},
      {"const x :Int8 = 1 {}", "2:19-20", "ends with ';', not with a block"},
      {"const x :Int8 = 1\nstruct S {}", "2:18", "expected ';' after this"},
      {"const x :Int8 1;", "2:15-16", "expected '=', found '1'"},
      {"const x :Int8 = ;", "2:17-18", "expected a name or value"},
      {"const x :Int8 = -;", "2:18-19", "expected a number after '-'"},
      {"const x :List(Int8) = [1,,2];", "2:26-27", "an item is missing before this comma"},
      {"const x :List(Int8) = [1 2];", "2:26-27", "expected ',' or ']'"},
      {"const x :Int8 = 1; 5;", "2:20-21", "expected a declaration"},
      {"struct S { f :Int8; }", "2:12-13", "the field 'f' needs a number"},
      {"struct S { f @a :Int8; }", "2:15-16", "expected a number after '@'"},
      {"struct S { f @65536 :Int8; }", "2:14-20", "ordinals are at most 65535"},
      {"struct S { f; }", "2:13-14", "expected '@' and a number after this name"},
      {"struct S { f @0 Int8; }", "2:16", "expected ';' after this"},
      {"struct S { union @0 { a @1 :Int8; } }", "2:12-17", "unions have no number"},
      {"struct S { u @0 union { a @1 :Int8; } }", "2:17-22", "unions have no number"},
      {"struct S { u @0 :union { a @1 :Int8; b @2 :Int8; } }", "2:14-16", "write '@n!'"},
      {"struct S { g @0 :group { a @1 :Int8; } }", "2:14-16", "groups have no number"},
      {"struct S { f @0! :Int8; }", "2:14-16", "only the ordinal of a union"},
      {"using A;", "2:7-8", "'using' without '='"},
      {"using .A;", "2:7-9", "'using' without '='"},
      {"annotation a :Int8;", "2:14-15", "what the annotation applies to"},
      {"@0x8123456789abcdee;", "2:1-20", "a file has only one id"},
      {"struct S { @0x8123456789abcdee; }", "2:12-31", "stands outside of all declarations"},
      {"struct S { $a; }", "2:12-14", "stands before its ';' or '{'"},
      {"$a(", "2:4", "expected a name or value before the end of the file"},
      {"// comment\nstruct S {}", "2:1-3", "comments begin with '#'"},
      {"struct S { f @0 :Int8 =-5; }", "2:23-25", "with a space between"},
  };
  for (const Row& row : rows) check(row);
}

TEST(Errors, OfDeclarations) {
  const Row rows[] = {
      {"struct S @0x123 {}", "2:10-16", "an id has its top bit set"},
      {"struct A @0x8123456789abcdef {}", "2:10-29", "is used twice"},
      {"struct s {}", "2:8-9", "begin with a capital letter"},
      {"const X :Int8 = 1;", "2:7-8", "begin with a small letter"},
      {"struct S { A @0 :Int8; }", "2:12-13", "begin with a small letter"},
      {"struct S { a_b @0 :Int8; }", "2:12-15", "has an underscore"},
      {"using s = Int8;", "2:7-8", "begin with a capital letter"},
      {"using C = .c; const c :Int8 = 1;", "2:7-8", "begin with a small letter"},
      {"struct S {} struct S {}", "2:20-21", "'S' is already defined in this scope", 2},
      {"struct S { a @0 :Int8; union { a @1 :Int8; b @2 :Int8; } }", "2:32-33",
       "'a' is already defined in this scope"},
      {"struct S { a @0 :Int8; const a :Int8 = 1; }", "2:30-31", "already defined"},
      {"struct S { union { a @0 :Int8; b @1 :Int8; } union { c @2 :Int8; d @3 :Int8; } }",
       "2:46-51", "only one unnamed union"},
      {"struct S { u :union { union { a @0 :Int8; b @1 :Int8; } c @2 :Int8; } }", "2:23-28",
       "cannot contain an unnamed union", 2},
      {"struct S { u :union { a @0 :Int8; } }", "2:12-13", "a union has at least two members"},
      {"struct S { union {} }", "2:12-17", "a union has at least two members"},
      {"struct S { g :group {} }", "2:12-13", "a group has at least one member"},
      {"struct S { g :group { struct T {} a @0 :Int8; } }", "2:30-31", "does not belong here"},
      {"f @0 :Int8;", "2:1-2", "belong into a struct"},
      {"enum E { f @0 :Int8; }", "2:10-11", "belong into a struct"},
      {"enum E { struct S {} }", "2:17-18", "does not belong here"},
      {"struct S { e @0; }", "2:12-13", "enumerants belong into an enum"},
      {"struct S { m @0 (); }", "2:12-13", "methods belong into an interface"},
      {"annotation a (*, file) :Void;", "2:15-16", "stands alone"},
      {"annotation a (file, file) :Void;", "2:21-25", "given twice"},
      {"annotation a (module) :Void;", "2:15-21", "nothing that an annotation can apply to"},
      {"struct S { a @0 :Int8; b @0 :Int8; c @1 :Int8; }", "2:26-28",
       "the ordinal @0 is used twice; the next free one is @2"},
      {"struct S { a @0 :Int8; b @2 :Int8; }", "2:26-28", "the ordinal @1 is left out"},
      {"enum E { a @1; b @2; }", "2:12-14", "the ordinal @0 is left out"},
      {"enum E { a @0; b @0; }", "2:18-20", "used twice; the next free one is @1"},
      {"struct S { a @0 :Int8; u @3! :union { b @1 :Int8; c @2 :Int8; } }", "2:26-28",
       "only one field can have existed before the union"},
  };
  for (const Row& row : rows) check(row);
}

TEST(Errors, OfNamesAndTypes) {
  const Row rows[] = {
      {"struct S { a @0 :Nix; }", "2:18-21", "'Nix' is not defined"},
      {"struct S { a @0 : .Nix; }", "2:19-23", "'Nix' is not defined in this file"},
      {"struct S { a @0 :S.Nix; }", "2:20-23", "'S' has no member named 'Nix'"},
      {"struct S { a @0 :Int8.Nix; }", "2:23-26", "'Int8' has no member named 'Nix'"},
      {"struct S { a @0 :c; } const c :Int8 = 1;", "2:18-19", "'c' is not a type"},
      {"struct S { a @0 :List; }", "2:18-22", "List takes one type"},
      {"struct S { a @0 :List(Int8, Int8); }", "2:18-34", "List takes exactly one type"},
      {"struct S { a @0 :List(x = Int8); }", "2:23-24", "type parameters are not named"},
      {"struct S { a @0 :List(AnyPointer); }", "2:18-34", "a list of AnyPointer is not possible"},
      {"struct S { a @0 :S(Text); }", "2:18-25", "does not take type parameters"},
      {"struct S { a @0 :Object; }", "2:18-24", "Object is called AnyPointer now"},
      {"struct S { a @0 :5; }", "2:18-19", "expected a name"},
      {"using A = B; using B = A;", "2:7-8", "depends on itself"},
      {"using A = import \"no.capnp\";", "2:18-28", "import failed: cannot read 'no.capnp'"},
      {"using A = import \"/no.capnp\";", "2:18-29", "no import directory"},
      {"struct S { a @0 :import \"no.capnp\".T; b @1 :import \"no.capnp\".U; }", "2:25-35",
       "import failed"},
      {"struct S $a {}", "2:11-12", "'a' is not defined"},
      {"struct S $T {} struct T {}", "2:11-12", "'T' is not an annotation"},
      {"annotation a (enum) :Void; struct S $a {}", "2:38-39", "cannot be applied"},
      {"annotation a (struct) :Int8; struct S $a {}", "2:40-41", "'a' needs a value of type Int8"},
      {"annotation a (struct) :Int8; struct S $a(\"x\") {}", "2:42-45", "expected Int8"},
      {"annotation a (annotation) :Void $a;", "2:34-35", "depends on itself"},
  };
  for (const Row& row : rows) check(row);
}

TEST(Errors, OfValues) {
  const Row rows[] = {
      {"const a :Int8 = 128;", "2:17-20", "out of the range of Int8"},
      {"const a :Int8 = -129;", "2:17-21", "out of the range of Int8"},
      {"const a :UInt8 = -1;", "2:18-20", "out of the range of UInt8"},
      {"const a :UInt64 = -1;", "2:19-21", "out of the range of UInt64"},
      {"const a :Int64 = 9223372036854775808;", "2:18-37", "out of the range of Int64"},
      {"const a :Int64 = -9223372036854775809;", "2:18-38", "out of the range of Int64"},
      {"const a :Int8 = 1.5;", "2:17-20", "expected Int8"},
      {"const a :Int8 = \"x\";", "2:17-20", "expected Int8"},
      {"const a :Int8 = true;", "2:17-21", "expected Int8"},
      {"const a :Int8 = [1];", "2:17-20", "expected Int8"},
      {"const a :Int8 = (b = 1);", "2:17-24", "expected Int8"},
      {"const a :Bool = 1;", "2:17-18", "expected Bool"},
      {"const a :Void = 0;", "2:17-18", "expected Void"},
      {"const a :Text = 0x\"00\";", "2:17-23", "expected Text"},
      {"const a :Text = b; const b :Text = \"\";", "2:17-18", "write '.b'"},
      {"struct S { const b :Text = \"\"; } const a :Text = S;", "2:50-51", "'S' is not defined"},
      {"struct S { const b :Text = \"\"; f @0 :Text = b; }", "2:45-46", "write 'S.b'"},
      {"const a :Int8 = .S; struct S {}", "2:17-19", "does not refer to a constant"},
      {"const a :Int8 = nix;", "2:17-20", "'nix' is not defined"},
      {"const a :E = nix; enum E { b @0; }", "2:14-17", "'E' has no enumerant named 'nix'"},
      {"const a :E = 0; enum E { b @0; }", "2:14-15", "expected E"},
      {"const a :S = (x = 1); struct S { y @0 :Int8; }", "2:15-16", "'S' has no field named 'x'"},
      {"const a :S = (y = 1, 2); struct S { y @0 :Int8; }", "2:22-23",
       "the name of a field is missing"},
      {"const a :S = (g = 1); struct S { g :group { y @0 :Text; } }", "2:19-20", "expected Text"},
      {"const a :S = [1]; struct S { y @0 :S; }", "2:14-17", "expected S"},
      {"const a :AnyPointer = \"x\";", "2:23-26", "expected AnyPointer"},
      {"const a :Int8 = .b; const b :Int8 = .a;", "2:7-8", "depends on itself"},
      {"const a :Int8 = .b; const b :Int16 = 1000;", "2:17-19", "out of the range of Int8"},
      {"const a :Text = .b; const b :Data = \"\";", "2:17-19", "expected Text"},
      {"const a :Nix = .Nix;", "2:10-13", "'Nix' is not defined"},
      {"const a :Int8 = import \"/capnp/c++.capnp\";", "2:17-42", "this is not a value"},
      {"struct S { f @0 :Int8 = 300; }", "2:25-28", "out of the range of Int8"},
  };
  for (const Row& row : rows) check(row);
}

TEST(Errors, OfInterfaces) {
  const Row rows[] = {
      {"interface I extends(S) {} struct S {}", "2:21-22", "'S' is not an interface"},
      {"interface I(T) extends(T) {}", "2:24-25", "cannot extend a type parameter"},
      {"interface I { m @0 Text -> (); }", "2:20-24", "'Text' is not a struct; write (name :Text)"},
      {"interface I { m @0 [T] () -> T; }", "2:30-31", "a type parameter cannot be all"},
      {"interface I { m @0 stream; }", "2:20-26", "stands for a method's results"},
      {"interface I { m @0 (a :Int8 = null); }", "2:31-35", "only parameters of pointer types"},
      {"interface I { m @0 (a :Text); n @2 (); }", "2:33-35", "the ordinal @1 is left out"},
      {"interface I {} const a :I = 1;", "2:29-30", "an interface has no values"},
  };
  for (const Row& row : rows) check(row);
}

TEST(Errors, OfTypeParameters) {
  const Row rows[] = {
      {"struct S(T) { a @0 :S(Int8); }", "2:23-27", "stands for a pointer type"},
      {"struct S(T) { a @0 :S(Text, Data); }", "2:21-34", "'S' takes 1 type parameter, not 2"},
      {"struct S(T, U) { a @0 :S(Text); }", "2:24-31", "'S' takes 2 type parameters, not 1"},
      {"struct S(T) { a @0 :S(Text)(Data); }", "2:21-34", "has its type parameters already"},
      {"struct S(T) { a @0 :S(T = Text); }", "2:23-24", "type parameters are not named"},
      {"struct S { a @0 :S(Text); }", "2:18-25", "'S' does not take type parameters"},
      {"struct S(T) { a @0 :T(Text); }", "2:21-28", "'T' does not take type parameters"},
      {"struct S(T) { a @0 :T = \"x\"; }", "2:25-28", "a value of the type parameter T"},
      {"struct S { a @0 :List(AnyStruct); }", "2:18-33", "a list of AnyStruct"},
  };
  for (const Row& row : rows) check(row);
}

TEST(Errors, OfEmbeddedFiles) {
  const Row rows[] = {
      {"const a :Data = embed \"file\";", "2:23-29", "embed failed: cannot read 'file'"},
      {"const a :S = embed \"main.capnp\"; struct S {}", "2:14-32", "is not a message"},
      {"const a :List(Text) = embed \"main.capnp\";", "2:23-41", "not as List(Text)"},
      {"struct S { a @0 :embed \"main.capnp\"; }", "2:18-36", "expected a name"},
  };
  for (const Row& row : rows) check(row);
}

TEST(Errors, AreWarningsWhereOthersTakeTheText) {
  const Row rows[] = {
      {"const a :S = (y = 1, y = 2); struct S { y @0 :Int8; }", "2:22-23", "given twice"},
      {"const a :S = (y = 1, z = 2); struct S { union { y @0 :Int8; z @1 :Int8; } }", "2:22-23",
       "members of one union"},
      {"const a :Float32 = 1e39;", "2:20-24", "out of the range of Float32"},
      {"const a :Float32 = 3.4028236e38;", "2:20-32", "out of the range of Float32"},
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
            "main.capnp:2:9-13: error: expected ':', found 'Int8'\n"
            "main.capnp:3:17-18: error: expected a name or value, found ';'\n"
            "main.capnp:4:20-21: error: expected '@' and a number after this name, found 'e'\n");
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
