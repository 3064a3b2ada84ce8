// SPDX-License-Identifier: Apache-2.0
// The part of FileResolver that resolves types and words values of them.
#include <algorithm>
#include <utility>

#include "tools/compiler/cpp_names.h"
#include "tools/compiler/cpp_resolver.h"
#include "tools/compiler/cpp_values.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

namespace {

// Types in types beyond this are no schema that people write (a reader's nesting limit ends
// sooner).
constexpr int kMaxTypeDepth = 60;

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

// What a brand says of one scope; binds nothing where it says nothing.
schema::Brand::Scope::Reader scopeOf(const schema::Brand::Reader& brand, std::uint64_t id) {
  for (const schema::Brand::Scope::Reader each : brand.getScopes()) {
    if (each.getScopeId() == id) return each;
  }
  return {};
}

bool isLongForALine(std::string_view text) { return text.size() > 40; }

}  // namespace

Type FileResolver::resolveType(const schema::Type::Reader& type, std::uint64_t scope, int depth) {
  Type result;
  const auto* builtIn =
      std::find_if(std::begin(kBuiltIns), std::end(kBuiltIns),
                   [&](const BuiltIn& each) { return each.kind == type.which(); });
  if (builtIn != std::end(kBuiltIns)) {
    result.shape = builtIn->shape;
    result.name = result.reader = result.builder = builtIn->name;
    result.schemaName = builtIn->schemaName;
    result.tableKind = builtIn->table;
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
      resolveBranded(type.getStruct().getTypeId(), type.getStruct().getBrand(), scope, depth,
                     result);
      break;
    case TypeKind::INTERFACE:
      resolveBranded(type.getInterface().getTypeId(), type.getInterface().getBrand(), scope, depth,
                     result);
      break;
    case TypeKind::ANY_POINTER:
      resolveAnyType(type.getAnyPointer(), scope, result);
      break;
    default:
      invalid("speaks of a type that this version does not know", names_.name(scope)->schemaName);
  }
  return result;
}

void FileResolver::resolveList(const schema::Type::Reader& type, std::uint64_t scope, int depth,
                               Type& into) {
  if (depth == kMaxTypeDepth) {
    return invalid("has a type that is nested too deeply", names_.name(scope)->schemaName);
  }
  Type element = resolveType(type.getList().getElementType(), scope, depth + 1);
  into.shape = Shape::kList;
  into.name = text_.join("capstan::List<", element.name, ">");
  into.schemaName = text_.join("List(", element.schemaName, ")");
  into.isDependent = element.isDependent;
  into.isInOther = element.isInOther;
  nameViews(into);
  into.hasStructs = element.shape == Shape::kStruct;
  into.tableKind = element.tableKind;
  // How a list of a parameter's type is encoded depends on what the parameter stands for.
  into.listDepth = element.listDepth + (element.shape == Shape::kParameter ? 0 : 1);
  into.structTable = element.structTable;
  into.enumTable = element.enumTable;
  into.needs = std::move(element.needs);
  into.element = element.name;
}

void FileResolver::resolveEnumType(std::uint64_t id, std::uint64_t scope, Type& into) {
  const TypeNames::Name* name = names_.name(id);
  if (name == nullptr || !names_.node(id)->isEnum()) {
    return invalid("speaks of an enum that is none", names_.name(scope)->schemaName);
  }
  nameScopes(id, nullptr, scope, 0, into);
  into.shape = Shape::kValue;
  into.name = into.reader = into.builder = name->qualified;
  into.isDependent = into.isInOther = false;  // an enum is the same in all instances
  into.bits = 16;
  into.tableKind = "kEnum";
  into.enumTable = enumMember(id, "Table");
}

void FileResolver::resolveBranded(std::uint64_t id, const schema::Brand::Reader& brand,
                                  std::uint64_t scope, int depth, Type& into) {
  const TypeNames::Name* name = names_.name(id);
  if (name == nullptr || !(names_.node(id)->isStruct() || names_.node(id)->isInterface())) {
    return invalid("speaks of a type that is none", names_.name(scope)->schemaName);
  }
  nameScopes(id, &brand, scope, depth, into);
  nameViews(into);
  if (names_.node(id)->isInterface()) {
    into.shape = Shape::kCapability;
    into.reader = text_.join("capstan::ReaderOf<", into.name, ">");
    into.builder = text_.join("capstan::BuilderOf<", into.name, ">");
    into.tableKind = "kInterface";
    return;
  }
  into.shape = Shape::kStruct;
  into.structId = id;
  into.isInCircle = circle_.contains(name->file);
  into.tableKind = "kStruct";
  into.structTable = text_.join(name->qualified, "::kTable");
}

void FileResolver::resolveAnyType(const schema::Type::AnyPointer::Reader& type, std::uint64_t scope,
                                  Type& into) {
  using Kind = schema::Type::AnyPointer::Unconstrained::Which;
  if (type.isParameter()) {
    return resolveParameter(type.getParameter().getScopeId(),
                            type.getParameter().getParameterIndex(), scope, into);
  }
  // A method's own parameters are unbound until it is called.
  const Kind kind = type.isUnconstrained() ? type.getUnconstrained().which() : Kind::ANY_KIND;
  switch (kind) {
    case Kind::STRUCT:
      into.shape = Shape::kAnyStruct;
      into.schemaName = "AnyStruct";
      break;
    case Kind::LIST:
      into.shape = Shape::kAnyList;
      into.schemaName = "AnyList";
      break;
    case Kind::CAPABILITY:
      into.shape = Shape::kCapability;
      into.schemaName = "Capability";
      break;
    default:
      into.shape = Shape::kAnyPointer;
      into.schemaName = "AnyPointer";
  }
  into.name = text_.join("capstan::", into.schemaName);
  nameViews(into);
  into.tableKind = into.shape == Shape::kCapability ? "kInterface" : "kAnyPointer";
}

// A parameter of a scope that is not around here has nothing that it could stand for.
void FileResolver::resolveParameter(std::uint64_t owner, std::size_t index, std::uint64_t scope,
                                    Type& into) {
  const TypeNames::Name* name = names_.name(owner);
  if (name == nullptr || index >= name->parameters.size() || !isAround(owner, scope)) {
    return resolveAnyType({}, scope, into);
  }
  into.shape = Shape::kParameter;
  into.name = name->parameters[index];
  into.schemaName =
      names_.node(owner)->getParameters()[static_cast<std::uint32_t>(index)].getName();
  into.isDependent = true;
  into.tableKind = "kAnyPointer";
  nameViews(into);
}

void FileResolver::nameViews(Type& type) {
  if (type.isDependent) {
    type.reader = text_.join("capstan::ReaderOf<", type.name, ">");
    type.builder = text_.join("capstan::BuilderOf<", type.name, ">");
  } else {
    type.reader = text_.join(type.name, "::Reader");
    type.builder = text_.join(type.name, "::Builder");
  }
}

// Names of templates that do not depend on their parameters must be complete where they stand, and
// types of files in a circle are not: as a member of what depends, they are looked up when used.
void FileResolver::makeDependent(Type& type, std::uint64_t scope) {
  if (type.isDependent) return;
  const TypeNames::Name* around = names_.name(scope);
  while (around->parameters.empty()) around = names_.name(around->parent);
  type.name = text_.join("capstan::Dependent<", type.name, ", ", around->parameters[0], ">");
  type.isDependent = true;
  nameViews(type);
}

bool FileResolver::isAround(std::uint64_t outer, std::uint64_t scope) const {
  for (const TypeNames::Name* name = names_.name(scope); name != nullptr && scope != 0;
       scope = name->parent, name = names_.name(scope)) {
    if (scope == outer) return true;
  }
  return false;
}

std::string_view FileResolver::enumMember(std::uint64_t id, std::string_view what) const {
  const TypeNames::Name& name = *names_.name(id);
  return text_.join(names_.name(name.parent)->qualified, "::k", capitalized(name.name), what);
}

// The name of a type begins with its namespace and goes through all scopes around it, each with
// what its parameters stand for here. Schemas leave out the scopes that both have around them.
void FileResolver::nameScopes(std::uint64_t id, const schema::Brand::Reader* brand,
                              std::uint64_t scope, int depth, Type& into) {
  if (!names_.name(id)->isGeneric) return namePlainScopes(id, scope, into);
  std::vector<std::uint64_t> scopes;
  for (std::uint64_t at = id; names_.name(at)->parent != 0; at = names_.name(at)->parent) {
    scopes.insert(scopes.begin(), at);
  }
  std::string cpp(names_.name(names_.name(id)->file)->qualified);
  std::string schema;
  into.needs.push_back(id);
  bool isNested = false;
  bool isShared = true;
  for (const std::uint64_t at : scopes) {
    const TypeNames::Name& name = *names_.name(at);
    const Arguments arguments = argumentsOf(at, brand, scope, depth, into);
    isNested = into.isDependent;
    append(cpp, {"::", isNested && !name.parameters.empty() ? "template " : "", name.name,
                 arguments.cpp});
    into.isDependent = isNested || arguments.isDependent;
    into.isInOther = into.isInOther || (at != id && !arguments.areOwn && isAround(at, scope));
    isShared = isShared && at != id && !arguments.isBound && isAround(at, scope);
    if (isShared) continue;
    append(schema, {schema.empty() ? "" : ".", name.schemaLocal, arguments.schema});
  }
  into.name = text_.join(isNested ? "typename " : "", cpp);
  into.schemaName = text_.copy(schema);
}

// Nothing is bound in any of the scopes, so both names are there already.
void FileResolver::namePlainScopes(std::uint64_t id, std::uint64_t scope, Type& into) {
  const TypeNames::Name& name = *names_.name(id);
  into.needs.push_back(id);
  into.name = name.qualified;
  into.schemaName = name.schemaName;
  if (name.parent == name.file) return;
  std::uint64_t shared = name.parent;
  while (shared != name.file && !isAround(shared, scope)) shared = names_.name(shared)->parent;
  if (shared == name.file) return;
  into.schemaName.remove_prefix(names_.name(shared)->schemaName.size() + 1);
}

FileResolver::Arguments FileResolver::argumentsOf(std::uint64_t id,
                                                  const schema::Brand::Reader* brand,
                                                  std::uint64_t scope, int depth, Type& into) {
  Arguments result;
  const TypeNames::Name& name = *names_.name(id);
  if (name.parameters.empty()) return result;
  const schema::Brand::Scope::Reader bound =
      brand == nullptr ? schema::Brand::Scope::Reader() : scopeOf(*brand, id);
  const bool inherits = brand == nullptr || bound.isInherit();
  std::string cpp;
  std::string schema;
  bool isDefault = true;
  for (std::uint32_t i = 0; i < name.parameters.size(); ++i) {
    const Type argument =
        inherits ? parameterType(id, i, scope) : boundType(bound, i, scope, depth);
    append(cpp, {i == 0 ? "<" : ", ", argument.name});
    append(schema, {i == 0 ? "(" : ", ", argument.schemaName});
    isDefault = isDefault && argument.name == "capstan::AnyPointer";
    result.areOwn = result.areOwn && argument.name == name.parameters[i];
    into.isInOther = into.isInOther || argument.isInOther;
    result.isDependent = result.isDependent || argument.isDependent;
    result.isBound = result.isBound || (!inherits && argument.shape != Shape::kAnyPointer);
    into.needs.insert(into.needs.end(), argument.needs.begin(), argument.needs.end());
  }
  result.cpp = isDefault ? "<>" : text_.join(cpp, ">");
  if (result.isBound) result.schema = text_.join(schema, ")");
  return result;
}

Type FileResolver::parameterType(std::uint64_t owner, std::size_t index, std::uint64_t scope) {
  Type result;
  resolveParameter(owner, index, scope, result);
  return result;
}

Type FileResolver::boundType(const schema::Brand::Scope::Reader& bound, std::uint32_t index,
                             std::uint64_t scope, int depth) {
  Type result;
  const auto bindings = bound.getBind();
  if (index >= bindings.size() || !bindings[index].isType() || depth == kMaxTypeDepth) {
    resolveAnyType({}, scope, result);
    return result;
  }
  result = resolveType(bindings[index].getType(), scope, depth + 1);
  if (result.shape == Shape::kVoid || result.shape == Shape::kValue) {
    invalid("binds a parameter to what is no pointer", names_.name(scope)->schemaName);
  }
  return result;
}

std::string_view FileResolver::literal(const schema::Type::Reader& type,
                                       const schema::Value::Reader& value) {
  const std::uint64_t bits = bitsOf(value);
  if (!type.isEnum()) return text_.copy(literalOf(type.which(), bits));
  const std::uint64_t id = type.getEnum().getTypeId();
  const TypeNames::Name* name = names_.name(id);
  if (name == nullptr || !names_.node(id)->isEnum()) return {};
  const Enum resolved = resolveEnum(*names_.node(id));
  if (bits < resolved.enumerators.size()) {
    return text_.join(name->qualified, "::", resolved.enumerators[bits].name);
  }
  return text_.join("static_cast<", name->qualified, ">(", Digits(bits), ")");
}

std::string_view FileResolver::schemaValue(const schema::Type::Reader& type,
                                           const schema::Value::Reader& value) {
  constexpr std::string_view kElided = "...";
  switch (type.which()) {
    case TypeKind::VOID:
      return "void";
    case TypeKind::TEXT: {
      const std::string text = quoted(value.getText());
      return isLongForALine(text) ? kElided : text_.copy(text);
    }
    case TypeKind::ENUM: {
      const schema::Node::Reader* node = names_.node(type.getEnum().getTypeId());
      if (node == nullptr || !node->isEnum()) return kElided;
      const auto enumerants = node->getEnum().getEnumerants();
      const std::uint16_t index = value.getEnum();
      return index < enumerants.size() ? enumerants[index].getName() : kElided;
    }
    case TypeKind::DATA:
    case TypeKind::LIST:
    case TypeKind::STRUCT:
    case TypeKind::ANY_POINTER:
      return kElided;
    default:
      return text_.copy(schemaValueOf(type.which(), bitsOf(value)));
  }
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
