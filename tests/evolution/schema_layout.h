// SPDX-License-Identifier: Apache-2.0
// Where the fields of compiled structs stand, by ordinal: what stays the same while a schema grows.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "capstan/layout/fields.h"
#include "capstan/message/message_builder.h"
#include "capstan/schema/schema.capnp.h"

namespace capstan {

using TypeWhich = schema::Type::Which;

// A type: `kind`, or lists of it.
struct FieldType {
  TypeWhich kind = TypeWhich::VOID;
  bool isList = false;
  std::uint64_t structId = 0;
};

// What a union's tag must be.
struct TagValue {
  std::uint32_t offset;
  std::uint16_t value;
};

struct FieldPlace {
  FieldType type;
  std::uint32_t offset = 0;
  std::uint64_t defaultBits = 0;
  std::optional<TagValue> tag;  // of members of a union
};

struct StructLayout {
  StructSize size;
  std::map<unsigned, FieldPlace> fields;  // by ordinal
};

class SchemaLayout {
 public:
  // Compiles the text; failing to do so fails the test.
  explicit SchemaLayout(const std::string& text);

  const StructLayout& root() const { return at(rootId_); }
  const StructLayout& at(std::uint64_t id) const { return structs_.at(id); }

 private:
  void collect(schema::Node::Reader node, std::optional<TagValue> tag, StructLayout& to);
  schema::Node::Reader nodeOf(std::uint64_t id);

  MessageBuilder request_;
  std::uint64_t rootId_ = 0;
  std::map<std::uint64_t, StructLayout> structs_;
};

}  // namespace capstan
