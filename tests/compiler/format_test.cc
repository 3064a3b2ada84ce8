// SPDX-License-Identifier: Apache-2.0
// The formatter: its style, and that it changes nothing else.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "capstan/compiler/schema_parser.h"
#include "capstan/schema/schema.capnp.h"
#include "tests/compiler/compile_text.h"
#include "tests/compiler/random_schema.h"
#include "tests/compiler/tree_text.h"
#include "tests/support/files.h"
#include "tests/support/seed.h"
#include "tools/compiler/formatter.h"
#include "tools/compiler/lexer.h"

namespace capstan {
namespace {

using support::Random;
using support::readFile;
using support::sourcePath;

// Returns: the formatted text, or the messages after "error".
std::string format(std::string_view text) {
  compiler::SourceFile file("main.capnp", std::string(text));
  compiler::Diagnostics diagnostics;
  std::optional<std::string> formatted = compiler::formatSchema(file, diagnostics);
  if (formatted.has_value()) return *formatted;
  std::string messages = "error\n";
  for (const auto& finding : diagnostics.findings()) messages += compiler::format(finding) + "\n";
  return messages;
}

TEST(Format, HasOneStyleForEachConstruct) {
  std::string golden = readFile(sourcePath("tests/compiler/format/constructs.golden"));
  EXPECT_EQ(format(readFile(sourcePath("tests/compiler/format/constructs.capnp"))), golden);
  EXPECT_EQ(format(golden), golden);
}

TEST(Format, SpacesTokens) {
  const std::pair<std::string_view, std::string_view> rows[] = {
      {"", ""},
      {"\n\n", ""},
      {"#x", "#x\n"},
      {"\n\n# x  \t\n\n\n\n# y", "# x\n\n# y\n"},
      {"\xEF\xBB\xBF@0x1 ;\r\n\r\nusing  A=B . C ;\r\n", "@0x1;\n\nusing A = B.C;\n"},
      {"using .A.B;using A= . B;", "using .A.B;\nusing A = .B;\n"},
      {"$ .a(1) ;", "$ .a(1);\n"},
      {"$a;$b . c(x= - 1,y= -inf,z= -1.5);", "$a;\n$b.c(x = -1, y = -inf, z = -1.5);\n"},
      {"const a:A=1 .b;", "const a :A = 1 .b;\n"},
      {"const a@0x1:List( .A )=( ) ;", "const a @0x1 :List(.A) = ();\n"},
      {"const a :Data=0x\" 01 0203 \" ;", "const a :Data = 0x\"01 02 03\";\n"},
      {"const a :B=embed  \"x\" ;", "const a :B = embed \"x\";\n"},
      {"const a :B=\"x\"  \"y\" ;", "const a :B = \"x\" \"y\";\n"},
      {"const a :B=[[1],[2 , 3]];", "const a :B = [[1], [2, 3]];\n"},
      {"const a :B=\"x\".y(z)(w) ;", "const a :B = \"x\".y(z)(w);\n"},
      {"annotation a@0x1(*):Void;annotation b(file,\nconst):Void;",
       "annotation a @0x1 (*) :Void;\nannotation b (file, const) :Void;\n"},
      {"struct A{}struct B {\n\n}", "struct A {}\nstruct B {}\n"},
      {"struct A@0x1(B,C)$d{e@0:E=5$f;}", "struct A @0x1 (B, C) $d {\n  e @0 :E = 5 $f;\n}\n"},
      {"struct A{union{b@0 :B;c@1 : .C;}}",
       "struct A {\n  union {\n    b @0 :B;\n    c @1 : .C;\n  }\n}\n"},
      {"struct A{u@1! :union$n{b@0 :B;}g:group{}}",
       "struct A {\n  u @1! :union $n {\n    b @0 :B;\n  }\n  g :group {}\n}\n"},
      {"interface A extends(B,C(D)) {a@0[T](b:T=null)->stream;c@1 .D-> .E;d@2();}",
       "interface A extends(B, C(D)) {\n  a @0 [T] (b :T = null) -> stream;\n  c @1 .D -> .E;\n"
       "  d @2 ();\n}\n"},
      {"enum A{annotation@0;using@1;struct@2;}",
       "enum A {\n  annotation @0;\n  using @1;\n  struct @2;\n}\n"},
  };
  for (auto [text, expected] : rows) {
    EXPECT_EQ(format(text), expected) << text;
    EXPECT_EQ(format(expected), expected);
  }
}

TEST(Format, KeepsCommentsWhatTheyAre) {
  const std::pair<std::string_view, std::string_view> rows[] = {
      {"struct A {#x\n}#y\n", "struct A {  #x\n}  #y\n"},
      {"struct A {\n#x\n}\n#y\n", "struct A {\n  #x\n}\n#y\n"},
      {"struct A {\n\n\n#x\n\n\n}\n\n\n#y\n", "struct A {\n\n  #x\n}\n\n#y\n"},
      {"struct A {\n\na @0 :B;\n\n\nc @1 :B;\n\n}", "struct A {\n  a @0 :B;\n\n  c @1 :B;\n}\n"},
      {"struct A {a @0 :B; #x\n#y\n\n#z\nc @1 :B;}",
       "struct A {\n  a @0 :B;  #x\n  #y\n\n  #z\n  c @1 :B;\n}\n"},
      {"const a :B #x\n= 1;", "const a :B  #x\n    = 1;\n"},
      {"const a :B = #x\n1 #y\n;#z", "const a :B =  #x\n    1  #y\n    ;  #z\n"},
      {"$a(1 #x\n, 2);", "$a(\n  1,  #x\n  2\n);\n"},
      {"$a(\n#x\n);", "$a(\n  #x\n);\n"},
      {"$a(1,\n\n\n#x\n\n2,\n\n#y\n);", "$a(\n  1,\n\n  #x\n\n  2,\n\n  #y\n);\n"},
  };
  for (auto [text, expected] : rows) {
    EXPECT_EQ(format(text), expected) << text;
    EXPECT_EQ(format(expected), expected);
  }
}

TEST(Format, BreaksWhatIsTooLong) {
  std::string name(60, 'n'), text(90, 't'), numbers;
  for (int i = 0; i < 40; ++i) numbers += i == 0 ? "1000" : ",1000";
  std::string row = "  1000";
  for (int i = 0; i < 15; ++i) row += ", 1000";
  const std::pair<std::string, std::string> rows[] = {
      {"const " + name + " :B = \"" + text + "\";",
       "const " + name + " :B =\n    \"" + text + "\";\n"},
      {"struct A $" + name + " $" + name + " {}", "struct A $" + name + "\n    $" + name + " {}\n"},
      {"const a :B = (" + name + " = 1, b = \"" + name + "\");",
       "const a :B = (\n  " + name + " = 1,\n  b = \"" + name + "\"\n);\n"},
      {"const a :B = [" + numbers + "];",
       "const a :B = [\n" + row + ",\n" + row + ",\n" + row.substr(0, 8 * 6) + "\n];\n"},
      {"interface I { m @0 (" + name + " :A) -> (" + name + " :B); }",
       "interface I {\n  m @0 (" + name + " :A)\n      -> (" + name + " :B);\n}\n"},
      {"const a :B = [1,2,];", "const a :B = [\n  1,\n  2,\n];\n"},
      {"const a :B = \"x\"\n\"y\";", "const a :B =\n    \"x\"\n    \"y\";\n"},
      {"const a :B = `x \n`y\n;", "const a :B =\n    `x \n    `y\n;\n"},
      {"const a :B = [`x\n, 2];", "const a :B = [\n  `x\n  ,\n  2\n];\n"},
  };
  for (const auto& [from, expected] : rows) {
    EXPECT_EQ(format(from), expected) << from;
    EXPECT_EQ(format(expected), expected);
  }
}

TEST(Format, RefusesSyntaxErrors) {
  EXPECT_EQ(format("const a :B = 1"), "error\nmain.capnp:1:15: error: expected ';' after this\n");
  EXPECT_TRUE(format("struct A {").starts_with("error"));
  EXPECT_TRUE(format("const a :B = \"x;").starts_with("error"));
  EXPECT_TRUE(format("const a :B = [1,,2];").starts_with("error"));
  EXPECT_TRUE(format(std::string("a\0b", 3)).starts_with("error"));
}

TEST(Format, CountsCharactersNotBytes) {
  std::string text;
  for (int i = 0; i < 80; ++i) text += "\xC3\xA9";
  std::string line = "const a :Text = \"" + text + "\";\n";
  EXPECT_EQ(format(line), line);
}

TEST(Format, IsTheStyleOfOurSchemas) {
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(sourcePath("schemas"))) {
    if (entry.path().extension() != ".capnp") continue;
    std::string text = readFile(entry.path().string());
    EXPECT_EQ(format(text), text) << entry.path();
    ++count;
  }
  EXPECT_GT(count, 10);
}

// What a file says, with another text in its place: its nodes and documentation. (A request also
// has the places of declarations, which do change.)
std::string meaningOf(const std::string& path, const std::string& text) {
  compiler::SchemaParserOptions options;
  options.importDirs = {sourcePath("schemas"), sourcePath("tests")};
  options.readFile = [&](const std::string& wanted) -> std::optional<std::string> {
    if (wanted == path) return text;
    if (!std::filesystem::is_regular_file(wanted)) return std::nullopt;
    return readFile(wanted);
  };
  compiler::SchemaParser parser(options);
  MessageBuilder message;
  absl::Status status = parser.parse({path}, message);
  EXPECT_TRUE(status.ok()) << status << "\n" << text;
  auto request = message.getRootReader<schema::CodeGeneratorRequest>();
  std::string out = support::TreeText::of(message.getRootReader<AnyStruct>().raw().pointer(0));
  for (auto info : request.getSourceInfo()) {
    out += std::string_view(info.getDocComment());
    for (auto member : info.getMembers()) {
      out.append("member ").append(std::string_view(member.getDocComment()));
    }
  }
  return out;
}

void expectFormattingKeepsTheMeaning(const std::string& path, const std::string& text) {
  std::string formatted = format(text);
  EXPECT_EQ(format(formatted), formatted) << path;
  EXPECT_TRUE(meaningOf(path, text) == meaningOf(path, formatted)) << path << "\n" << formatted;
}

TEST(Format, KeepsTheMeaningOfEachSchema) {
  for (const char* folder : {"schemas", "tests/schemas", "tests/compiler/schemas"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(sourcePath(folder))) {
      if (entry.path().extension() != ".capnp") continue;
      std::string path = entry.path().string();
      expectFormattingKeepsTheMeaning(path, readFile(path));
    }
  }
}

// The text with other blanks between its tokens, and comments if asked for.
std::string shaken(const std::string& text, Random& random, bool comments) {
  compiler::SourceFile file("main.capnp", text);
  compiler::Diagnostics diagnostics;
  compiler::TokenList list = compiler::lex(file, diagnostics);
  constexpr std::string_view kBlanks[] = {" ", "\n", "\t ", "\r\n", " \n\n\n", "\n \n "};
  std::string out;
  for (const compiler::Token& token : list.tokens) {
    out += kBlanks[random.below(comments ? std::size(kBlanks) : 4)];
    while (comments && random.below(4) == 0) {
      out += support::numberedName("# comment ", random.below(1000));
      out += random.flip() ? "\n" : "\n\n  ";
    }
    out += file.text(token.range);
  }
  return out;
}

TEST(Format, KeepsTheMeaningOfShakenSchemas) {
  Random random;
  support::RandomSchema schemas;
  for (int round = 0; round < 60; ++round) {
    expectFormattingKeepsTheMeaning("main.capnp", shaken(schemas.next(), random, true));
  }
  std::string path = sourcePath("tests/compiler/schemas/annotations.capnp");
  for (int round = 0; round < 40; ++round) {
    expectFormattingKeepsTheMeaning(path, shaken(readFile(path), random, true));
  }
}

TEST(Format, DependsNotOnBlanks) {
  Random random;
  support::RandomSchema schemas;
  for (int round = 0; round < 60; ++round) {
    std::string text = schemas.next();
    EXPECT_EQ(format(shaken(text, random, false)), format(text));
  }
}

}  // namespace
}  // namespace capstan
