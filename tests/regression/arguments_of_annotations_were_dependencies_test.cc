// SPDX-License-Identifier: Apache-2.0
// What an annotation's brand names was listed in the request, which the reference does not do.
#include <gtest/gtest.h>

#include "tests/compiler/compile_text.h"

namespace capstan {
namespace {

TEST(Annotation, DoesNotListTheArgumentsOfItsScope) {
  std::string main = support::kFileId;
  main +=
      "using Library = import \"library.capnp\";\n"
      "struct S $Library.Box(Library.Argument).mark {}\n";
  support::CompiledText compiled = support::compileFiles(
      {{"main.capnp", main},
       {"library.capnp",
        "@0xb000000000000001; struct Box(T) { annotation mark (*) :Void; } struct Argument {}"}});
  ASSERT_TRUE(compiled.ok) << compiled.messages();
  EXPECT_NE(compiled.node("library.capnp:Box.mark"), nullptr);
  EXPECT_EQ(compiled.node("library.capnp:Argument"), nullptr);
}

}  // namespace
}  // namespace capstan
