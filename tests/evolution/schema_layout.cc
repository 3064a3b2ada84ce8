// SPDX-License-Identifier: Apache-2.0
#include "tests/evolution/schema_layout.h"

#include <gtest/gtest.h>

#include <bit>

#include "capstan/compiler/schema_parser.h"

namespace capstan {
namespace {

FieldType typeOf(schema::Type::Reader type) {
  FieldType out;
  out.isList = type.isList();
  const schema::Type::Reader inner = out.isList ? type.getList().getElementType() : type;
  out.kind = inner.which();
  if (inner.isStruct()) out.structId = inner.getStruct().getTypeId();
  return out;
}

// The bits of the defaults that the schemas of these tests have.
std::uint64_t bitsOf(schema::Value::Reader value) {
  switch (value.which()) {
    case schema::Value::Which::BOOL:
      return value.getBool();
    case schema::Value::Which::UINT8:
      return value.getUint8();
    case schema::Value::Which::INT16:
      return static_cast<std::uint16_t>(value.getInt16());
    case schema::Value::Which::UINT32:
      return value.getUint32();
    case schema::Value::Which::INT64:
      return static_cast<std::uint64_t>(value.getInt64());
    case schema::Value::Which::ENUM:
      return value.getEnum();
    default:
      return 0;
  }
}

}  // namespace

SchemaLayout::SchemaLayout(const std::string& text) {
  compiler::SchemaParserOptions options;
  options.readFile = [&](const std::string&) { return std::optional(text); };
  compiler::SchemaParser parser(std::move(options));
  const absl::Status status = parser.parse({"main.capnp"}, request_);
  EXPECT_TRUE(status.ok()) << status << "\n" << text;
  if (!status.ok()) return;
  for (const schema::Node::Reader node :
       request_.getRootReader<schema::CodeGeneratorRequest>().getNodes()) {
    if (!node.isStruct() || node.getStruct().getIsGroup()) continue;
    if (node.getDisplayName() == "main.capnp:Root") rootId_ = node.getId();
    StructLayout& layout = structs_[node.getId()];
    layout.size = {node.getStruct().getDataWordCount(), node.getStruct().getPointerCount()};
    collect(node, std::nullopt, layout);
  }
}

schema::Node::Reader SchemaLayout::nodeOf(std::uint64_t id) {
  for (const schema::Node::Reader node :
       request_.getRootReader<schema::CodeGeneratorRequest>().getNodes()) {
    if (node.getId() == id) return node;
  }
  ADD_FAILURE() << "there is no node " << id;
  return {};
}

void SchemaLayout::collect(schema::Node::Reader node, std::optional<TagValue> tag,
                           StructLayout& to) {
  for (const schema::Field::Reader field : node.getStruct().getFields()) {
    std::optional<TagValue> own = tag;
    if (field.getDiscriminantValue() != schema::Field::NO_DISCRIMINANT) {
      own = TagValue{node.getStruct().getDiscriminantOffset(), field.getDiscriminantValue()};
    }
    if (field.isGroup()) {
      collect(nodeOf(field.getGroup().getTypeId()), own, to);
      continue;
    }
    to.fields[field.getOrdinal().getExplicit()] = {typeOf(field.getSlot().getType()),
                                                   field.getSlot().getOffset(),
                                                   bitsOf(field.getSlot().getDefaultValue()), own};
  }
}

}  // namespace capstan
