// SPDX-License-Identifier: Apache-2.0
// A constant in a generic type named what is in another instance of that type, which no compiler
// knows there; and a constant could have the name of its own struct.
#include "tests/generator/compile_generated.h"

namespace capstan {
namespace {

constexpr std::string_view kSchema =
    "struct A { const a :Int32 = 5; struct B(T) { const b :Text = \"b\"; } }\n"
    "struct Node(T) {\n"
    "  whole @0 :T;\n"
    "  const other :Node(Text) = (whole = \"other\");\n"
    "  const inner :Node(Text).Inner = (value = \"inner\");\n"
    "  const pairs :List(Node(Data).Pair(Text)) = [(first = \"ff\", second = \"second\")];\n"
    "  struct Inner {\n"
    "    value @0 :T;\n"
    "    const pair :Node(Inner).Pair(Node(Text)) = ();\n"
    "    const deep :Node(Node(Node(T))).Inner = ();\n"
    "  }\n"
    "  struct Pair(U) {\n"
    "    first @0 :T;\n"
    "    second @1 :U;\n"
    "    const swapped :Node(U).Pair(T) = ();\n"
    "  }\n"
    "}\n";

constexpr std::string_view kUse =
    "#include \"main.capnp.h\"\n"
    "static_assert(A::A_ == 5 && A::B<>::B_ == \"b\");\n"
    "using capstan::Data;\n"
    "using capstan::Text;\n"
    "Node<Text>::Reader other() { return Node<Data>::OTHER; }\n"
    "Text inner() { return Node<Text>::INNER->getValue(); }\n"
    "Text second() { return Node<>::PAIRS.get()[0].getSecond(); }\n"
    "Text pair() { return Node<>::Inner::PAIR->getSecond().getWhole(); }\n"
    "Text deep() { return Node<Text>::Inner::DEEP->getValue().getWhole().getWhole(); }\n"
    "Text swapped() { return (*Node<Data>::Pair<Text>::SWAPPED).getFirst(); }\n";

void expectCompiles(const std::string& compiler) {
  if (!support::programExists(compiler)) GTEST_SKIP() << "there is no " << compiler;
  const auto files = support::generateFromText(kSchema);
  ASSERT_TRUE(files.ok()) << files.status();
  support::CompileCheck check(compiler);
  check.add(*files);
  const std::string use = check.path() + "/use.cc";
  support::writeFile(use, std::string(kUse));
  check.compile(use);
  check.run();
}

TEST(Regression, ConstantsNamedIncompleteTypesForGcc) { expectCompiles("g++"); }
TEST(Regression, ConstantsNamedIncompleteTypesForClang) { expectCompiles("clang++"); }

}  // namespace
}  // namespace capstan
