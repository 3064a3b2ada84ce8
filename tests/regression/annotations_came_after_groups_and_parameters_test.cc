// SPDX-License-Identifier: Apache-2.0
// The annotations of a struct or an interface were reached after what its groups and the parameters
// of its methods name, so that nodes of other files stood in another order than the reference's.
#include <gtest/gtest.h>

#include "tests/compiler/compile_text.h"

namespace capstan {
namespace {

constexpr const char* kLibrary =
    "@0xb000000000000001;\n"
    "annotation mark (*) :Void;\n"
    "struct Named { inner @0 :Inner; }\n"
    "struct Inner {}\n";

// The display names of the nodes of the library, in the order of the request.
std::string libraryOrder(const std::string& declaration) {
  std::string main = support::kFileId;
  main += "using Library = import \"library.capnp\";\n";
  main += declaration;
  support::CompiledText compiled =
      support::compileFiles({{"main.capnp", main}, {"library.capnp", kLibrary}});
  EXPECT_TRUE(compiled.ok) << compiled.messages();
  std::string out;
  for (const compiler::Node* node : compiled.compilation->nodes()) {
    constexpr std::string_view kPrefix = "library.capnp:";
    if (!node->displayName.starts_with(kPrefix)) continue;
    out += (out.empty() ? "" : " ") + node->displayName.substr(kPrefix.size());
  }
  return out;
}

TEST(NodeOrder, OfAStructHasItsAnnotationsBeforeWhatItsGroupsName) {
  EXPECT_EQ(libraryOrder("struct S $Library.mark { g :group { n @0 :Library.Named; } }"),
            "Named mark Inner");
  EXPECT_EQ(
      libraryOrder("struct S $Library.mark { u :union { n @0 :Library.Named; o @1 :Void; } }"),
      "Named mark Inner");
}

TEST(NodeOrder, OfAnInterfaceHasItsAnnotationsBeforeWhatItsParametersName) {
  EXPECT_EQ(libraryOrder("interface I $Library.mark { call @0 (n :Library.Named); }"),
            "Named mark Inner");
  EXPECT_EQ(libraryOrder("interface I { call @0 () -> (n :Library.Named) $Library.mark; }"),
            "Named mark Inner");
}

TEST(NodeOrder, OfAStructHasWhatItsOwnFieldsNameFirst) {
  EXPECT_EQ(libraryOrder("struct S $Library.mark { n @0 :Library.Named; }"), "Named Inner mark");
}

}  // namespace
}  // namespace capstan
