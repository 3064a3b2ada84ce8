// SPDX-License-Identifier: Apache-2.0
// A request lists the imports of a file, but, as in the reference, not those in values.
#include <gtest/gtest.h>

#include "capstan/compiler/schema_parser.h"
#include "capstan/message/message_builder.h"
#include "capstan/schema/schema.capnp.h"

namespace capstan {
namespace {

std::string listedImports(const std::string& declarations) {
  std::string main = "@0x8123456789abcdef;\n";
  main += declarations;
  compiler::SchemaParserOptions options;
  options.files["main.capnp"] = main;
  options.files["other.capnp"] = "@0x8123456789abcdee; const x :Text = \"\"; struct T {}";
  compiler::SchemaParser parser(std::move(options));
  MessageBuilder message;
  absl::Status status = parser.parse({"main.capnp"}, message);
  EXPECT_TRUE(status.ok()) << status;
  std::string out;
  auto request = message.getRootReader<schema::CodeGeneratorRequest>();
  for (auto import : request.getRequestedFiles()[0].getImports()) {
    out += std::string_view(import.getName());
  }
  return out;
}

TEST(RequestedFile, DoesNotListImportsOfValues) {
  for (const char* declarations : {
           "const y :Text = import \"other.capnp\".x;",
           "struct S { y @0 :Text = import \"other.capnp\".x; }",
           "const y :List(Text) = [\"\", import \"other.capnp\".x];",
           "annotation a (*) :Text; $a(import \"other.capnp\".x);",
           "interface I { m @0 (y :Text = import \"other.capnp\".x); }",
       }) {
    EXPECT_EQ(listedImports(declarations), "") << declarations;
  }
}

TEST(RequestedFile, ListsImportsOfTypesAndAliases) {
  for (const char* declarations : {
           "using O = import \"other.capnp\"; const y :Text = O.x;",
           "const y :Text = .x; using import \"other.capnp\".x;",
           "const y :import \"other.capnp\".T = ();",
           "const y :Text = import \"other.capnp\".x; using O = import \"other.capnp\";",
       }) {
    EXPECT_EQ(listedImports(declarations), "other.capnp") << declarations;
  }
}

}  // namespace
}  // namespace capstan
