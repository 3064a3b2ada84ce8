// SPDX-License-Identifier: Apache-2.0
// Makes the model of one requested file: types, values and accessors resolved.
//
// Keeps the first thing that was found wrong; what is resolved after that is not used. Names,
// offsets and tags are checked, so that a request that contradicts itself does not become code that
// writes outside of its struct.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "capstan/base/config.h"
#include "capstan/schema/schema.capnp.h"
#include "tools/compiler/cpp_model.h"
#include "tools/compiler/cpp_type_names.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

class FileResolver {
 public:
  // Requires: `names` has indexed the request that the file is of, and outlives the resolver.
  explicit FileResolver(const TypeNames& names) : names_(names) {}

  absl::StatusOr<File> resolve(schema::CodeGeneratorRequest::RequestedFile::Reader requested);

 private:
  // What nested nodes are put into: a file's or a struct's lists.
  struct Scope {
    std::uint64_t id;
    std::vector<Enum>& enums;
    std::vector<std::unique_ptr<Struct>>& structs;
    std::vector<Constant>& constants;
  };

  void resolveNested(const schema::Node::Reader& node, Scope scope);
  Enum resolveEnum(const schema::Node::Reader& node);
  std::unique_ptr<Struct> resolveStruct(const schema::Node::Reader& node);
  void resolveFields(const schema::Node::Reader& node, Struct& into);
  void resolveField(const schema::Field::Reader& field, Struct& scope, Field& into);
  void resolveSlot(const schema::Field::Slot::Reader& slot, const Struct& scope, Field& into);
  void resolveWhich(Struct& into);
  Constant resolveConstant(const schema::Node::Reader& node, std::string_view name,
                           std::uint64_t scope);

  Type resolveType(const schema::Type::Reader& type, std::uint64_t scope, int depth = 0);
  void resolveList(const schema::Type::Reader& type, std::uint64_t scope, int depth, Type& into);
  void resolveEnumType(std::uint64_t id, std::uint64_t scope, Type& into);
  void resolveStructType(const schema::Type::Struct::Reader& type, std::uint64_t scope, Type& into);
  void resolveAnyType(const schema::Type::AnyPointer::Reader& type, Type& into);
  const TypeNames::Name* typeName(std::uint64_t id, std::uint64_t scope, Type& into);

  // C++ for a value, or for an enum's bits: the enumerator, or a cast where there is none.
  std::string literal(const schema::Type::Reader& type, const schema::Value::Reader& value);
  std::string schemaValue(const schema::Type::Reader& type, const schema::Value::Reader& value);
  void checkPlace(const Field& field, const Struct& scope);
  void checkValue(const schema::Type::Reader& type, const schema::Value::Reader& value,
                  std::string_view name);

  std::vector<std::string> includesOf(
      schema::CodeGeneratorRequest::RequestedFile::Reader requested) const;
  std::string docOf(std::uint64_t id) const;
  std::string memberDocOf(std::uint64_t id, std::uint32_t index) const;
  void invalid(std::string_view what, std::string_view name);
  void unsupported(std::string_view what, std::string_view name);

  const TypeNames& names_;
  std::uint64_t file_ = 0;
  std::set<std::uint64_t> usedFiles_;
  absl::Status status_;
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
