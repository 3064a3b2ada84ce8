// SPDX-License-Identifier: Apache-2.0
// SchemaPlaces: what a schema says about the words of a message: which field stands where.
//
// Lifetime: what it returns lives as long as it does. Threads: one at a time.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "capstan/base/config.h"
#include "capstan/compiler/parsed_schemas.h"
#include "capstan/schema/schema.capnp.h"

namespace capstan::inline CAPSTAN_ABI::commands {

using TypeKind = schema::Type::Which;

// A union's tag, and the value that makes a member active.
struct TagValue {
  std::uint32_t offsetBytes;
  std::uint16_t value;
};

struct FieldPlace {
  std::string name;  // with those of its groups, as in "employment.school"
  schema::Type::Reader type = {};
  std::uint32_t offset = 0;    // in bits of the data section, or pointers
  std::uint32_t sizeBits = 0;  // of data; 0 for pointers and Void
  bool isPointer = false;
  std::uint64_t defaultBits = 0;
  std::vector<TagValue> conditions = {};  // of the unions that it is a member of
  std::vector<std::string> members = {};  // of a tag: the names of its values
};

struct StructPlaces {
  std::vector<FieldPlace> fields = {};
};

// What a schema says of a pointer or of a list's elements; VOID: nothing.
struct ExpectedType {
  TypeKind kind = TypeKind::VOID;
  const StructPlaces* places = nullptr;  // of a struct
  schema::Type::Reader element = {};     // of a list
  std::uint64_t enumId = 0;
};

class SchemaPlaces {
 public:
  explicit SchemaPlaces(compiler::ParsedSchemas schemas) : schemas_(std::move(schemas)) {}

  // The type of a root. Errors: NotFound where the schema file has no such struct.
  absl::StatusOr<ExpectedType> rootType(const std::string& file, const std::string& name);

  ExpectedType expected(const schema::Type::Reader& type);
  // The bits of a number, bool or enum as a schema words them.
  std::string valueText(const ExpectedType& type, std::uint64_t bits) const;

 private:
  const StructPlaces* placesOf(std::uint64_t id);
  std::unique_ptr<StructPlaces> makePlaces(const schema::Node::Reader& node) const;

  compiler::ParsedSchemas schemas_;
  std::map<std::uint64_t, std::unique_ptr<StructPlaces>> places_;
};

// The bits of data that a value of the kind takes; 0 for Void and pointers.
std::uint32_t dataBits(TypeKind kind);
bool isPointerKind(TypeKind kind);

}  // namespace capstan::inline CAPSTAN_ABI::commands
