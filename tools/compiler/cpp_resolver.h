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
#include "tools/compiler/cpp_references.h"
#include "tools/compiler/cpp_type_names.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

class FileResolver {
 public:
  // Requires: `names` has indexed the request that the file is of, and outlives the resolver, as
  // does `graph`, which is of the same names.
  FileResolver(const TypeNames& names, FileGraph& graph)
      : names_(names), text_(names.text()), graph_(graph), sourceNames_(text_) {}

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
  void nameConstants(const schema::Node::Reader& node, Scope scope);
  Enum resolveEnum(const schema::Node::Reader& node);
  std::unique_ptr<Struct> resolveStruct(const schema::Node::Reader& node);
  std::unique_ptr<Struct> resolveInterface(const schema::Node::Reader& node);
  std::unique_ptr<Struct> named(const schema::Node::Reader& node);
  Method resolveMethod(const schema::Method::Reader& method, std::uint32_t ordinal,
                       const schema::Node::Reader& scope, NameScope& taken);
  std::string_view methodSide(std::uint64_t id, const Type& type, std::uint64_t scope);
  SchemaNode resolveNode(const schema::Node::Reader& node);
  void resolveFields(const schema::Node::Reader& node, Struct& into);
  void resolveField(const schema::Field::Reader& field, Struct& scope, Field& into);
  void resolveSlot(const schema::Field::Slot::Reader& slot, const Struct& scope, Field& into);
  void resolveWhich(Struct& into);
  Constant resolveConstant(const schema::Node::Reader& node, std::string_view name,
                           std::uint64_t scope);

  Type resolveType(const schema::Type::Reader& type, std::uint64_t scope, int depth = 0);
  void resolveList(const schema::Type::Reader& type, std::uint64_t scope, int depth, Type& into);
  void resolveEnumType(std::uint64_t id, std::uint64_t scope, Type& into);
  void resolveBranded(std::uint64_t id, const schema::Brand::Reader& brand, std::uint64_t scope,
                      int depth, Type& into);
  void resolveAnyType(const schema::Type::AnyPointer::Reader& type, std::uint64_t scope,
                      Type& into);
  void resolveParameter(std::uint64_t owner, std::size_t index, std::uint64_t scope, Type& into);

  // What a generic scope's parameters stand for: "<capstan::Text>" and "(Text)".
  struct Arguments {
    std::string_view cpp;
    std::string_view schema;  // empty if nothing is bound here
    bool isBound = false;
    bool areOwn = true;  // each parameter stands for itself
    bool isDependent = false;
  };
  // Names a type that is used in `scope`. Without a brand, parameters stand for themselves.
  void nameScopes(std::uint64_t id, const schema::Brand::Reader* brand, std::uint64_t scope,
                  int depth, Type& into);
  void namePlainScopes(std::uint64_t id, std::uint64_t scope, Type& into);
  Arguments argumentsOf(std::uint64_t id, const schema::Brand::Reader* brand, std::uint64_t scope,
                        int depth, Type& into);
  Type parameterType(std::uint64_t owner, std::size_t index, std::uint64_t scope);
  Type boundType(const schema::Brand::Scope::Reader& bound, std::uint32_t index,
                 std::uint64_t scope, int depth);
  void nameViews(Type& type);
  void makeDependent(Type& type, std::uint64_t scope);
  bool isAround(std::uint64_t outer, std::uint64_t scope) const;
  // The table or the schema node of an enum: "::addressbook::Person::kTypeTable".
  std::string_view enumMember(std::uint64_t id, std::string_view what) const;

  // C++ for a value, or for an enum's bits: the enumerator, or a cast where there is none.
  std::string_view literal(const schema::Type::Reader& type, const schema::Value::Reader& value);
  std::string_view schemaValue(const schema::Type::Reader& type,
                               const schema::Value::Reader& value);
  // Tells whether the names in a constant's type are declared where the constant is to be.
  bool isDeclared(const Type& type, std::uint64_t scope) const;
  void checkPlace(const Field& field, const Struct& scope);
  void checkValue(const schema::Type::Reader& type, const schema::Value::Reader& value,
                  std::string_view name);

  void resolveIncludes(schema::CodeGeneratorRequest::RequestedFile::Reader requested, File& into);
  // What the names begin with that only the source knows of a type or constant: of
  // "Person::PhoneNumber" it is "kPerson_PhoneNumber". No two in a file are the same.
  std::string_view sourceName(std::string_view path);
  std::string_view docOf(std::uint64_t id) const;
  using MemberInfos = List<schema::Node::SourceInfo::Member>::Reader;
  // What is said of a type's fields, enumerants or methods, by their index.
  MemberInfos memberInfosOf(std::uint64_t id) const;
  static std::string_view memberDocOf(const MemberInfos& infos, std::uint32_t index);
  void invalid(std::string_view what, std::string_view name);

  const TypeNames& names_;
  TextArena& text_;
  FileGraph& graph_;
  std::uint64_t file_ = 0;
  // The files that this one needs and that need it in turn.
  std::set<std::uint64_t> circle_;
  NameScope sourceNames_;
  absl::Status status_;
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
