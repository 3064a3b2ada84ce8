// SPDX-License-Identifier: Apache-2.0
// The part of FileResolver that resolves types and words values of them.
#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "capstan/base/absl_text.h"
#include "tools/compiler/cpp_names.h"
#include "tools/compiler/cpp_resolver.h"
#include "tools/compiler/cpp_values.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

namespace {

// Lists in lists beyond this are no schema that people write (a reader's nesting limit ends
// sooner).
constexpr int kMaxListDepth = 60;

struct BuiltIn {
  TypeKind kind;
  Shape shape;
  std::string_view name;        // in C++
  std::string_view schemaName;  // in schemas
  std::string_view table;       // its TypeKind in tables
  unsigned bits;
};

constexpr BuiltIn kBuiltIns[] = {
    {TypeKind::VOID, Shape::kVoid, "capstan::Void", "Void", "kVoid", 0},
    {TypeKind::BOOL, Shape::kValue, "bool", "Bool", "kBool", 1},
    {TypeKind::INT8, Shape::kValue, "std::int8_t", "Int8", "kInt8", 8},
    {TypeKind::INT16, Shape::kValue, "std::int16_t", "Int16", "kInt16", 16},
    {TypeKind::INT32, Shape::kValue, "std::int32_t", "Int32", "kInt32", 32},
    {TypeKind::INT64, Shape::kValue, "std::int64_t", "Int64", "kInt64", 64},
    {TypeKind::UINT8, Shape::kValue, "std::uint8_t", "UInt8", "kUInt8", 8},
    {TypeKind::UINT16, Shape::kValue, "std::uint16_t", "UInt16", "kUInt16", 16},
    {TypeKind::UINT32, Shape::kValue, "std::uint32_t", "UInt32", "kUInt32", 32},
    {TypeKind::UINT64, Shape::kValue, "std::uint64_t", "UInt64", "kUInt64", 64},
    {TypeKind::FLOAT32, Shape::kValue, "float", "Float32", "kFloat32", 32},
    {TypeKind::FLOAT64, Shape::kValue, "double", "Float64", "kFloat64", 64},
    {TypeKind::TEXT, Shape::kText, "capstan::Text", "Text", "kText", 0},
    {TypeKind::DATA, Shape::kData, "capstan::Data", "Data", "kData", 0},
};

bool isLongForALine(std::string_view text) { return text.size() > 40; }

}  // namespace

Type FileResolver::resolveType(const schema::Type::Reader& type, std::uint64_t scope, int depth) {
  Type result;
  const auto* builtIn =
      std::find_if(std::begin(kBuiltIns), std::end(kBuiltIns),
                   [&](const BuiltIn& each) { return each.kind == type.which(); });
  if (builtIn != std::end(kBuiltIns)) {
    result.shape = builtIn->shape;
    result.name = result.reader = result.builder = std::string(builtIn->name);
    result.schemaName = std::string(builtIn->schemaName);
    result.tableKind = std::string(builtIn->table);
    result.bits = builtIn->bits;
    if (result.shape == Shape::kData) {
      result.reader = "std::span<const std::byte>";
      result.builder = "std::span<std::byte>";
    }
    return result;
  }
  switch (type.which()) {
    case TypeKind::LIST:
      resolveList(type, scope, depth, result);
      break;
    case TypeKind::ENUM:
      resolveEnumType(type.getEnum().getTypeId(), scope, result);
      break;
    case TypeKind::STRUCT:
      resolveStructType(type.getStruct(), scope, result);
      break;
    case TypeKind::ANY_POINTER:
      resolveAnyType(type.getAnyPointer(), result);
      break;
    default:
      unsupported("fields of interfaces are", names_.name(scope)->schemaName);
  }
  return result;
}

void FileResolver::resolveList(const schema::Type::Reader& type, std::uint64_t scope, int depth,
                               Type& into) {
  if (depth == kMaxListDepth) {
    return unsupported("lists nested this deeply are", names_.name(scope)->schemaName);
  }
  Type element = resolveType(type.getList().getElementType(), scope, depth + 1);
  into.shape = Shape::kList;
  into.name = absl::StrCat("capstan::List<", element.name, ">");
  into.schemaName = absl::StrCat("List(", element.schemaName, ")");
  into.reader = into.name + "::Reader";
  into.builder = into.name + "::Builder";
  into.hasStructs = element.shape == Shape::kStruct;
  into.tableKind = element.tableKind;
  into.listDepth = element.listDepth + 1;
  into.structTable = element.structTable;
  into.enumTable = element.enumTable;
  into.element = std::move(element.name);
}

const TypeNames::Name* FileResolver::typeName(std::uint64_t id, std::uint64_t scope, Type& into) {
  const TypeNames::Name* name = names_.name(id);
  if (name == nullptr) {
    unsupported("types declared inside of interfaces are", names_.name(scope)->schemaName);
    return nullptr;
  }
  if (name->file != file_) usedFiles_.insert(name->file);
  into.name = name->qualified;
  into.schemaName = names_.schemaName(id, scope);
  return name;
}

void FileResolver::resolveEnumType(std::uint64_t id, std::uint64_t scope, Type& into) {
  const TypeNames::Name* name = typeName(id, scope, into);
  if (name == nullptr) return;
  if (!names_.node(id)->isEnum()) return invalid("is not an enum", into.schemaName);
  into.shape = Shape::kValue;
  into.reader = into.builder = into.name;
  into.bits = 16;
  into.tableKind = "kEnum";
  into.enumTable =
      absl::StrCat(names_.name(name->parent)->qualified, "::k", capitalized(name->name), "Table");
}

void FileResolver::resolveStructType(const schema::Type::Struct::Reader& type, std::uint64_t scope,
                                     Type& into) {
  const std::uint64_t id = type.getTypeId();
  if (typeName(id, scope, into) == nullptr) return;
  const schema::Node::Reader& node = *names_.node(id);
  if (!node.isStruct()) return invalid("is not a struct", into.schemaName);
  if (node.getIsGeneric() || !type.getBrand().getScopes().empty()) {
    return unsupported("generics are", into.schemaName);
  }
  into.shape = Shape::kStruct;
  into.reader = into.name + "::Reader";
  into.builder = into.name + "::Builder";
  into.structId = id;
  into.tableKind = "kStruct";
  into.structTable = into.name + "::kTable";
}

void FileResolver::resolveAnyType(const schema::Type::AnyPointer::Reader& type, Type& into) {
  using Kind = schema::Type::AnyPointer::Unconstrained::Which;
  if (!type.isUnconstrained()) return unsupported("generics are", "AnyPointer");
  switch (type.getUnconstrained().which()) {
    case Kind::ANY_KIND:
      into.shape = Shape::kAnyPointer;
      into.schemaName = "AnyPointer";
      break;
    case Kind::STRUCT:
      into.shape = Shape::kAnyStruct;
      into.schemaName = "AnyStruct";
      break;
    case Kind::LIST:
      into.shape = Shape::kAnyList;
      into.schemaName = "AnyList";
      break;
    default:
      return unsupported("capabilities are", "Capability");
  }
  into.name = "capstan::" + into.schemaName;
  into.reader = into.name + "::Reader";
  into.builder = into.name + "::Builder";
  into.tableKind = "kAnyPointer";
}

std::string FileResolver::literal(const schema::Type::Reader& type,
                                  const schema::Value::Reader& value) {
  const std::uint64_t bits = bitsOf(value);
  if (!type.isEnum()) return literalOf(type.which(), bits);
  const std::uint64_t id = type.getEnum().getTypeId();
  const TypeNames::Name* name = names_.name(id);
  if (name == nullptr || !names_.node(id)->isEnum()) return {};
  const Enum resolved = resolveEnum(*names_.node(id));
  if (bits < resolved.enumerators.size()) {
    return absl::StrCat(name->qualified, "::", resolved.enumerators[bits].name);
  }
  return absl::StrCat("static_cast<", name->qualified, ">(", bits, ")");
}

std::string FileResolver::schemaValue(const schema::Type::Reader& type,
                                      const schema::Value::Reader& value) {
  const std::string elided = "...";
  switch (type.which()) {
    case TypeKind::VOID:
      return "void";
    case TypeKind::TEXT: {
      const std::string text = quoted(value.getText());
      return isLongForALine(text) ? elided : text;
    }
    case TypeKind::ENUM: {
      const schema::Node::Reader* node = names_.node(type.getEnum().getTypeId());
      if (node == nullptr || !node->isEnum()) return elided;
      const auto enumerants = node->getEnum().getEnumerants();
      const std::uint16_t index = value.getEnum();
      return index < enumerants.size() ? std::string(enumerants[index].getName()) : elided;
    }
    case TypeKind::DATA:
    case TypeKind::LIST:
    case TypeKind::STRUCT:
    case TypeKind::ANY_POINTER:
      return elided;
    default:
      return schemaValueOf(type.which(), bitsOf(value));
  }
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
