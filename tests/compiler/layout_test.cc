// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/layout_check.h"
#include "tools/compiler/union_layout.h"

#include <gtest/gtest.h>

#include "tests/compiler/compile_text.h"

namespace capstan {
namespace {

using compiler::StructLayout;
using compiler::UnionBranch;
using compiler::UnionLayout;
using support::CompiledText;
using support::compileText;

TEST(StructLayout, FillsTheSmallestHole) {
  StructLayout layout;
  EXPECT_EQ(layout.addData(0), 0u);   // bit 0
  EXPECT_EQ(layout.addData(6), 1u);   // word 1
  EXPECT_EQ(layout.addData(3), 1u);   // byte 1
  EXPECT_EQ(layout.addData(0), 1u);   // bit 1
  EXPECT_EQ(layout.addData(5), 1u);   // bytes 4 to 7
  EXPECT_EQ(layout.addData(4), 1u);   // bytes 2 and 3
  EXPECT_EQ(layout.addData(3), 16u);  // word 0 has only bits left
  EXPECT_EQ(layout.dataWords(), 3u);
  EXPECT_EQ(layout.addPointer(), 0u);
  EXPECT_EQ(layout.addPointer(), 1u);
  EXPECT_EQ(layout.pointers(), 2u);
}

TEST(StructLayout, GrowsOnlyIntoTheHoleRightBehind) {
  StructLayout layout;
  EXPECT_EQ(layout.addData(3), 0u);
  EXPECT_TRUE(layout.growData(3, 0, 2));   // to 4 bytes
  EXPECT_FALSE(layout.growData(5, 0, 2));  // not over a word
  EXPECT_TRUE(layout.growData(5, 0, 1));
  EXPECT_FALSE(layout.growData(6, 0, 1));
}

TEST(StructLayout, GivesBranchesOfAUnionTheSamePlaces) {
  StructLayout layout;
  UnionLayout choice(layout);
  UnionBranch one(choice), two(choice), three(choice);
  EXPECT_EQ(one.addData(6), 0u);
  EXPECT_EQ(two.addData(5), 0u);  // the tag comes first
  EXPECT_EQ(choice.tagOffset(), 4u);
  EXPECT_EQ(two.addData(5), 1u);  // the rest of the place
  EXPECT_EQ(three.addPointer(), 0u);
  EXPECT_EQ(one.addPointer(), 0u);
  EXPECT_EQ(one.addPointer(), 1u);
  EXPECT_EQ(layout.dataWords(), 2u);
}

TEST(StructLayout, CountsAVoidMemberForTheTag) {
  StructLayout layout;
  UnionLayout choice(layout);
  UnionBranch one(choice), two(choice);
  one.addVoid();
  two.addVoid();
  EXPECT_EQ(choice.tagOffset(), 0u);
}

std::uint32_t offsetOf(const CompiledText& compiled, std::string_view node, std::string_view name) {
  const compiler::Node* found = compiled.node(node);
  const compiler::Field* field = found == nullptr ? nullptr : compiler::findField(*found, name);
  EXPECT_NE(field, nullptr) << node << " " << name;
  return field == nullptr ? 0 : field->offset;
}

TEST(Layout, PutsTheTagBeforeTheSecondMember) {
  CompiledText compiled = compileText(
      "struct S { before @0 :Text; union { foo @1 :UInt16; bar @3 :UInt32; } middle @2 :UInt16; "
      "after @4 :Text; }");
  ASSERT_TRUE(compiled.ok) << compiled.messages();
  const compiler::Node& node = *compiled.node("main.capnp:S");
  EXPECT_EQ(node.discriminantOffset, 2u);
  EXPECT_EQ(node.discriminantCount, 2u);
  EXPECT_EQ(offsetOf(compiled, "main.capnp:S", "foo"), 0u);
  EXPECT_EQ(offsetOf(compiled, "main.capnp:S", "middle"), 1u);
  EXPECT_EQ(offsetOf(compiled, "main.capnp:S", "bar"), 2u);
}

TEST(Layout, NumbersTagsByOrdinalNotByPlaceInTheText) {
  CompiledText compiled = compileText(
      "struct S { union { late @3 :Int8; group :group { x @1 :Int8; y @4 :Int8; } "
      "early @0 :Int8; } other @2 :Int8; }");
  ASSERT_TRUE(compiled.ok) << compiled.messages();
  const compiler::Node& node = *compiled.node("main.capnp:S");
  EXPECT_EQ(compiler::findField(node, "early")->discriminant, 0u);
  EXPECT_EQ(compiler::findField(node, "group")->discriminant, 1u);
  EXPECT_EQ(compiler::findField(node, "late")->discriminant, 2u);
  EXPECT_EQ(compiler::findField(node, "other")->discriminant, compiler::kNoDiscriminant);
  EXPECT_EQ(compiler::findField(node, "early")->codeOrder, 2u);
}

TEST(Layout, OfARetroactiveUnionLeavesTheOldFieldWhereItWas) {
  CompiledText before = compileText("struct S { a @0 :Int8; b @1 :Int32; c @2 :Text; }");
  CompiledText after = compileText(
      "struct S { a @0 :Int8; u @3! :union { b @1 :Int32; d @4 :Int64; } c @2 :Text; }");
  ASSERT_TRUE(after.ok) << after.messages();
  EXPECT_EQ(offsetOf(before, "main.capnp:S", "b"), offsetOf(after, "main.capnp:S.u", "b"));
  EXPECT_EQ(compiler::findField(*after.node("main.capnp:S.u"), "b")->discriminant, 0u);
}

// The struct nodes of the schema for schemas have known sizes.
TEST(Layout, OfTheSchemaForSchemas) {
  compiler::Compilation compilation({.importDirs = {},
                                     .sourcePrefixes = {},
                                     .standardImports = true,
                                     .workingDirectory = {},
                                     .readFile = [](const std::string&) {
                                       return std::optional<std::string>(
                                           "@0x8123456789abcdef;\n"
                                           "using S = import \"/capnp/schema.capnp\";\n"
                                           "struct T { r @0 :S.CodeGeneratorRequest; }");
                                     }});
  ASSERT_TRUE(compilation.run({"main.capnp"}));
  struct Row {
    std::string_view name;
    unsigned dataWords, pointers;
  };
  const Row rows[] = {
      {"Field", 3, 4},
      {"Method", 3, 5},
      {"Type", 3, 1},
      {"Value", 2, 1},
      {"Brand", 0, 1},
      {"Brand.Scope", 2, 1},
      {"Brand.Binding", 1, 1},
      {"Annotation", 1, 2},
      {"Enumerant", 1, 2},
      {"Superclass", 1, 1},
      {"Node.Parameter", 0, 1},
      {"Node.NestedNode", 1, 1},
      {"Node.SourceInfo", 2, 2},
      {"Node.SourceInfo.Member", 1, 1},
      {"CapnpVersion", 1, 0},
      {"CodeGeneratorRequest", 0, 4},
      {"CodeGeneratorRequest.RequestedFile", 1, 3},
      {"CodeGeneratorRequest.RequestedFile.Import", 1, 1},
      {"CodeGeneratorRequest.RequestedFile.FileSourceInfo", 0, 1},
      {"CodeGeneratorRequest.RequestedFile.FileSourceInfo.Identifier", 3, 0},
  };
  std::map<std::string, const compiler::Node*> nodes;
  for (const compiler::Node* node : compilation.nodes()) nodes[node->displayName] = node;
  for (const Row& row : rows) {
    const compiler::Node* node = nodes["capnp/schema.capnp:" + std::string(row.name)];
    ASSERT_NE(node, nullptr) << row.name;
    EXPECT_EQ(node->dataWords, row.dataWords) << row.name;
    EXPECT_EQ(node->pointers, row.pointers) << row.name;
  }
}

// A struct of two fields at offsets of their own, as no layout makes it.
class TwoFields {
 public:
  TwoFields(compiler::TypeKind first, std::uint32_t firstAt, compiler::TypeKind second,
            std::uint32_t secondAt) {
    node_.declaration = &declaration_;
    node_.dataWords = 2;
    node_.pointers = 2;
    add(first, firstAt);
    add(second, secondAt);
  }

  // Makes the fields members of a union.
  TwoFields& unite(std::uint32_t tagAt) {
    node_.discriminantCount = 2;
    node_.discriminantOffset = tagAt;
    node_.fields[0].discriminant = 0;
    node_.fields[1].discriminant = 1;
    return *this;
  }

  bool isSound() const { return compiler::findOverlap(node_) == nullptr; }

 private:
  void add(compiler::TypeKind kind, std::uint32_t offset) {
    compiler::Field& field = node_.fields.emplace_back();
    field.declaration = &declaration_;
    field.type.kind = kind;
    field.offset = offset;
  }

  compiler::Declaration declaration_;
  compiler::Node node_;
};

TEST(LayoutCheck, FindsPlacesThatAreTakenTwice) {
  using Kind = compiler::TypeKind;
  EXPECT_TRUE(TwoFields(Kind::kInt32, 0, Kind::kInt32, 1).isSound());
  EXPECT_FALSE(TwoFields(Kind::kInt32, 1, Kind::kInt32, 1).isSound());
  EXPECT_FALSE(TwoFields(Kind::kBool, 63, Kind::kInt64, 0).isSound());
  EXPECT_TRUE(TwoFields(Kind::kBool, 64, Kind::kInt64, 0).isSound());
  EXPECT_TRUE(TwoFields(Kind::kText, 0, Kind::kData, 1).isSound());
  EXPECT_FALSE(TwoFields(Kind::kText, 1, Kind::kData, 1).isSound());
  EXPECT_TRUE(TwoFields(Kind::kText, 0, Kind::kInt8, 0).isSound());
  EXPECT_TRUE(TwoFields(Kind::kVoid, 0, Kind::kInt8, 0).isSound());
}

TEST(LayoutCheck, FindsPlacesOutsideOfTheirSection) {
  using Kind = compiler::TypeKind;
  EXPECT_FALSE(TwoFields(Kind::kInt64, 0, Kind::kInt64, 2).isSound());
  EXPECT_FALSE(TwoFields(Kind::kText, 0, Kind::kText, 2).isSound());
}

TEST(LayoutCheck, LetsMembersOfAUnionSharePlacesButNotTheTag) {
  using Kind = compiler::TypeKind;
  EXPECT_TRUE(TwoFields(Kind::kInt32, 0, Kind::kInt16, 1).unite(2).isSound());
  EXPECT_FALSE(TwoFields(Kind::kInt32, 0, Kind::kInt16, 1).unite(1).isSound());
  EXPECT_FALSE(TwoFields(Kind::kInt32, 0, Kind::kInt16, 1).unite(8).isSound());
}

}  // namespace
}  // namespace capstan
