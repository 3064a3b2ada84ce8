// SPDX-License-Identifier: Apache-2.0
// `-0`, an integer, became the negative zero of a float; the reference knows that integers have
// one zero only.
#include <gtest/gtest.h>

#include "tests/compiler/compile_text.h"

namespace capstan {
namespace {

std::uint64_t bitsOf(const std::string& type, const std::string& literal) {
  std::string main = support::kFileId;
  main += "const value :" + type;
  main += " = " + literal;
  main += ";";
  support::CompiledText compiled = support::compileFiles({{"main.capnp", main}});
  EXPECT_TRUE(compiled.ok) << compiled.messages();
  return compiled.value("value").bits;
}

TEST(MinusZero, IsPositiveWhenItIsAnInteger) {
  for (const char* literal : {"-0", "-0x0", "-00", "- 0"}) {
    EXPECT_EQ(bitsOf("Float64", literal), 0u) << literal;
    EXPECT_EQ(bitsOf("Float32", literal), 0u) << literal;
    EXPECT_EQ(bitsOf("Int8", literal), 0u) << literal;
  }
}

TEST(MinusZero, IsNegativeWhenItIsAFloat) {
  EXPECT_EQ(bitsOf("Float64", "-0.0"), std::uint64_t{1} << 63);
  EXPECT_EQ(bitsOf("Float32", "-0e1"), std::uint64_t{1} << 31);
}

}  // namespace
}  // namespace capstan
