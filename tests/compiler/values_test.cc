// SPDX-License-Identifier: Apache-2.0
// What request_test.cc cannot compare, because the reference of Debian does not take it.
#include <gtest/gtest.h>

#include "tests/compiler/compile_text.h"

namespace capstan {
namespace {

using support::CompiledText;
using support::compileText;
using support::numberedName;

TEST(Values, TakeTheLinesAfterBackticks) {
  CompiledText compiled = compileText("const a :Text =\n  `one \"x\" \\n\n  `two\r\n  ;");
  EXPECT_EQ(compiled.value("a").bytes, "one \"x\" \\n\ntwo\n") << compiled.messages();
}

TEST(Values, OfAStructMayBeThoseOfItsFirstField) {
  CompiledText compiled = compileText(
      "struct S { t @0 :Int32; n @1 :Text; }\n"
      "const a :S = 5;\nconst b :List(S) = [1, (n = \"x\"), .c];\nconst c :Int32 = 7;\n"
      "annotation note (struct) :S;\nstruct T $note(-3) {}");
  ASSERT_TRUE(compiled.ok) << compiled.messages();
  EXPECT_EQ(compiled.value("a").fields.at(0).value->bits, 5u);
  EXPECT_EQ(compiled.value("b").elements.at(2)->fields.at(0).value->bits, 7u);
  EXPECT_EQ(compiled.node("main.capnp:T")->annotations.at(0).value->fields.at(0).value->bits,
            0xfffffffdu);
}

TEST(Values, OfConstantsFitWhereTheirLiteralsDo) {
  CompiledText compiled = compileText(
      "enum E { x @0; y @1; }\nconst e :E = y;\nconst f :E = .e;\n"
      "const i :Int8 = -1;\nconst j :Int64 = .i;\nconst k :Float32 = .i;\n"
      "const t :Text = \"a\";\nconst d :Data = .t;\nconst p :AnyPointer = .t;");
  ASSERT_TRUE(compiled.ok) << compiled.messages();
  EXPECT_EQ(compiled.value("f").bits, 1u);
  EXPECT_EQ(compiled.value("j").bits, ~std::uint64_t{0});
  EXPECT_EQ(compiled.value("k").bits, 0xbf800000u);
  EXPECT_EQ(compiled.value("d").bytes, "a");
}

TEST(Values, ThatDoubleWithEachLineAreRefused) {
  std::string text = "const c0 :List(Int64) = [1, 2, 3, 4, 5, 6, 7, 8];\n";
  std::string type = "List(Int64)";
  for (std::size_t i = 1; i < 40; ++i) {
    std::string previous = numberedName(".c", i - 1);
    type.insert(0, "List(").append(")");
    text.append("const ").append(numberedName("c", i)).append(" :").append(type);
    text.append(" = [").append(previous).append(", ").append(previous).append("];\n");
  }
  CompiledText compiled = compileText(text);
  EXPECT_FALSE(compiled.ok);
  EXPECT_NE(compiled.messages().find("take too much memory"), std::string::npos);
}

// A struct of `count` fields, f0 and so on.
std::string largeStruct(std::size_t count, std::string_view type) {
  std::string text = "struct Large {\n";
  for (std::size_t i = 0; i < count; ++i) {
    text.append(numberedName("f", i)).append(numberedName(" @", i));
    text.append(" :").append(type).append(";\n");
  }
  return text.append("}\n");
}

TEST(Values, OfLargeStructsCountAtTheirSize) {
  std::string text = largeStruct(2000, "Int64");
  text += "const many :List(Large) = [";
  for (int i = 0; i < 10000; ++i) text += "(),";
  CompiledText compiled = compileText(text.append("];"));
  EXPECT_NE(compiled.messages().find("take too much memory"), std::string::npos);
}

TEST(Values, OfStructsThatAreTooLargeAreRefused) {
  EXPECT_NE(compileText(largeStruct(65536, "Text")).messages().find("this struct is too large"),
            std::string::npos);
}

}  // namespace
}  // namespace capstan
