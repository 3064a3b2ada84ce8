// SPDX-License-Identifier: Apache-2.0
// `using Name = Name;` was said to depend on itself; it means the Name of a scope further out. Only
// what has no such Name is a cycle.
#include <gtest/gtest.h>

#include "tests/compiler/compile_text.h"

namespace capstan {
namespace {

support::CompiledText compile(const std::string& declarations) {
  std::string main = support::kFileId;
  main += declarations;
  return support::compileFiles({{"main.capnp", main}});
}

TEST(Alias, CanBeNamedLikeItsTarget) {
  for (const char* declarations : {
           "using Data = Data; struct S { x @0 :List(Data); }",
           "using List = List; struct S { x @0 :List(Text); }",
           "struct Foo {} struct S { using Foo = Foo; x @0 :Foo; }",
           "struct Foo { struct Bar {} } struct S { using Foo = Foo.Bar; x @0 :Foo; }",
           "struct Box(T) {} struct S { using Box = Box(Text); x @0 :Box; }",
           "struct Foo {} struct S { using Foo = List(Foo); x @0 :Foo; }",
           "struct Foo {} struct S { using Foo = Bar; using Bar = Foo; x @0 :Foo; }",
           "struct Box(T) { using T = T; x @0 :T; }",
           "const x :Int8 = 1; struct S { using x = x; const y :Int8 = S.x; }",
       }) {
    support::CompiledText compiled = compile(declarations);
    EXPECT_TRUE(compiled.ok) << declarations << "\n" << compiled.messages();
  }
}

TEST(Alias, IsACycleIfNothingElseHasItsName) {
  for (const char* declarations : {
           "using Foo = Foo;",
           "using Foo = .Foo;",
           "using Foo = Bar; using Bar = Foo;",
           "struct S { using Foo = S.Foo; }",
       }) {
    support::CompiledText compiled = compile(declarations);
    EXPECT_FALSE(compiled.ok) << declarations;
    EXPECT_NE(compiled.messages().find("depends on itself"), std::string::npos)
        << compiled.messages();
  }
}

}  // namespace
}  // namespace capstan
