// SPDX-License-Identifier: Apache-2.0
// The part of FileResolver that resolves interfaces, and the nodes that programs can load.
#include <utility>

#include "tools/compiler/cpp_names.h"
#include "tools/compiler/cpp_resolver.h"
#include "tools/compiler/cpp_values.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

namespace {

// What `-> stream` results in.
constexpr std::uint64_t kStreamResult = 0x995f9a3377c0b16e;

// " [T, U]", or nothing.
std::string implicitParameters(const schema::Method::Reader& method) {
  std::string names;
  for (const schema::Node::Parameter::Reader each : method.getImplicitParameters()) {
    append(names, {names.empty() ? " [" : ", ", each.getName()});
  }
  return names.empty() ? names : names + "]";
}

}  // namespace

std::unique_ptr<Struct> FileResolver::resolveInterface(const schema::Node::Reader& node) {
  auto result = named(node);
  result->isInterface = true;
  resolveNested(node, {result->id, result->enums, result->structs, result->constants});
  NameScope taken(text_);
  for (const auto& each : result->structs) taken.claimPart(each->name);
  for (const auto& each : result->enums) taken.claimPart(each.name);
  std::uint32_t ordinal = 0;
  for (const schema::Method::Reader method : node.getInterface().getMethods()) {
    for (const std::uint64_t id : {method.getParamStructType(), method.getResultStructType()}) {
      const TypeNames::Name* name = names_.name(id);
      const bool isInPlace =
          name != nullptr && name->parent == result->id && names_.node(id)->getScopeId() == 0;
      if (!isInPlace) continue;
      result->structs.push_back(resolveStruct(*names_.node(id)));
      taken.claimPart(name->name);
    }
    result->methods.push_back(resolveMethod(method, ordinal++, node, taken));
  }
  for (const schema::Superclass::Reader each : node.getInterface().getSuperclasses()) {
    const TypeNames::Name* name = names_.name(each.getId());
    if (name == nullptr || !names_.node(each.getId())->isInterface()) {
      invalid("extends what is no interface", result->schemaName);
    } else {
      result->superclasses.push_back(text_.join(name->qualified, "::kTable"));
    }
  }
  return result;
}

Method FileResolver::resolveMethod(const schema::Method::Reader& method, std::uint32_t ordinal,
                                   const schema::Node::Reader& scope, NameScope& taken) {
  const std::uint64_t id = scope.getId();
  const std::uint64_t params = method.getParamStructType();
  const std::uint64_t results = method.getResultStructType();
  Method result;
  result.schemaName = method.getName();
  const std::string_view cpp = cxxName(method.getAnnotations(), method.getName());
  if (!isIdentifier(cpp)) invalid("is no name", cpp);
  result.name = taken.claim(text_.join(capitalized(cpp), "Method"));
  result.doc = memberDocOf(memberInfosOf(id), ordinal);
  resolveBranded(params, method.getParamBrand(), id, 0, result.params);
  resolveBranded(results, method.getResultBrand(), id, 0, result.results);
  if (result.params.shape != Shape::kStruct || result.results.shape != Shape::kStruct) {
    invalid("takes or gives what is no struct", result.schemaName);
    return result;
  }
  result.line = text_.join(
      result.schemaName, " @", Digits(ordinal), implicitParameters(method), " ",
      methodSide(params, result.params, id), " -> ",
      results == kStreamResult ? "stream" : methodSide(results, result.results, id), ";");
  return result;
}

// Parameters or results as a schema says them: "(text :Text)", or a struct's name.
std::string_view FileResolver::methodSide(std::uint64_t id, const Type& type, std::uint64_t scope) {
  const schema::Node::Reader& node = *names_.node(id);
  if (node.getScopeId() != 0 || names_.name(id)->parent != scope) return type.schemaName;
  std::string fields;
  for (const schema::Field::Reader field : node.getStruct().getFields()) {
    const Type fieldType = resolveType(field.getSlot().getType(), id);
    append(fields, {fields.empty() ? "" : ", ", field.getName(), " :", fieldType.schemaName});
  }
  return text_.join("(", fields, ")");
}

SchemaNode FileResolver::resolveNode(const schema::Node::Reader& node) {
  SchemaNode result;
  result.node = node;
  const std::span<const std::uint64_t> references = graph_.referencesOf(node);
  result.dependencies.reserve(references.size());
  for (const std::uint64_t id : references) {
    const TypeNames::Name* name = names_.name(id);
    if (name == nullptr) continue;
    result.dependencies.push_back(names_.node(id)->isEnum()
                                      ? enumMember(id, "Schema")
                                      : text_.join(name->qualified, "::kSchema"));
  }
  return result;
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
