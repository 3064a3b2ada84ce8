// SPDX-License-Identifier: Apache-2.0
// An alias in a generic scope gave its target the scope's brand only where the target stands in
// that scope too. The reference binds every target but those that are reached by way of a brand.
#include <gtest/gtest.h>

#include "tests/compiler/compile_text.h"

namespace capstan {
namespace {

// The names of the scopes that the brand of a field's type binds, the first field's of main:User.
std::string scopesOf(const std::string& declarations) {
  std::string main = support::kFileId;
  main += declarations;
  support::CompiledText compiled = support::compileFiles({{"main.capnp", main}});
  EXPECT_TRUE(compiled.ok) << compiled.messages();
  const compiler::Node* user = compiled.node("main.capnp:User");
  if (user == nullptr || user->fields.empty()) return "no field";
  std::string out;
  const compiler::BrandPtr& brand = user->fields[0].type.brand;
  if (brand == nullptr) return out;
  for (const auto& scope : brand->scopes) {
    if (!out.empty()) out += " ";
    out += scope.node->name();
  }
  return out;
}

TEST(Alias, BindsTheScopeItStandsIn) {
  EXPECT_EQ(scopesOf("struct Plain {} struct Outer(T) { using A = Plain; } "
                     "struct User { x @0 :Outer(Text).A; }"),
            "Outer");
  EXPECT_EQ(scopesOf("enum E { a @0; } struct Outer(T) { using A = E; } "
                     "struct User { x @0 :Outer(Text).A; }"),
            "Outer");
  EXPECT_EQ(scopesOf("struct Box(T) {} struct Outer(T) { using A = Box; } "
                     "struct User { x @0 :Outer(Text).A(Data); }"),
            "Box Outer");
  EXPECT_EQ(scopesOf("struct Plain {} struct User(T) { using A = Plain; x @0 :A; }"), "User");
}

TEST(Alias, KeepsOfABrandWhatConcernsItsTarget) {
  EXPECT_EQ(scopesOf("struct Plain {} struct Outer(T) { using A = Plain; using B = A; } "
                     "struct User { x @0 :Outer(Text).B; }"),
            "");
  EXPECT_EQ(scopesOf("struct Box(T) {} struct Outer(T) { using A = Box(T); } "
                     "struct User { x @0 :Outer(Text).A; }"),
            "Box");
  EXPECT_EQ(scopesOf("struct Outer(T) { struct In {} using A = In; using B = A; } "
                     "struct User { x @0 :Outer(Text).B; }"),
            "Outer");
}

TEST(Alias, OfAScopeAroundItCanBeApplied) {
  EXPECT_EQ(scopesOf("struct User(T) { using A = User; x @0 :A(Text); }"), "User");
}

}  // namespace
}  // namespace capstan
