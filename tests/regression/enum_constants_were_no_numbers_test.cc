// SPDX-License-Identifier: Apache-2.0
// A constant of an enum was refused where a number is wanted, and `Type()`, which applies nothing,
// where the type has no parameters.
#include <gtest/gtest.h>

#include "tests/compiler/compile_text.h"

namespace capstan {
namespace {

support::CompiledText compile(const std::string& declarations) {
  std::string main = support::kFileId;
  main += "enum E { a @0; b @1; } const b :E = b;\n";
  main += declarations;
  return support::compileFiles({{"main.capnp", main}});
}

TEST(EnumConstant, IsANumber) {
  for (const char* type : {"Int8", "UInt16", "Int32", "UInt64"}) {
    support::CompiledText compiled = compile("const x :" + std::string(type) + " = .b;");
    EXPECT_EQ(compiled.value("x").bits, 1u) << type << compiled.messages();
  }
  EXPECT_EQ(compile("const x :Float32 = .b;").value("x").bits, 0x3f800000u);
}

TEST(EnumConstant, IsNothingElse) {
  for (const char* type : {"Bool", "Text", "AnyPointer", "Void"}) {
    EXPECT_FALSE(compile("const x :" + std::string(type) + " = .b;").ok) << type;
  }
  EXPECT_FALSE(compile("enum F { a @0; b @1; } const x :F = .b;").ok);
  EXPECT_FALSE(compile("const one :UInt16 = 1; const x :E = .one;").ok);
}

TEST(EmptyParentheses, ApplyNothing) {
  EXPECT_TRUE(compile("struct S { x @0 :Text(); y @1 :E(); z @2 :S(); }").ok);
  EXPECT_TRUE(compile("struct S(T) { x @0 :T(); }").ok);
  EXPECT_FALSE(compile("struct S(T) { x @0 :S(); }").ok);
  EXPECT_FALSE(compile("struct S { x @0 :List(); }").ok);
}

}  // namespace
}  // namespace capstan
