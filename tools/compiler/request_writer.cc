// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/request_writer.h"

#include <algorithm>

#include "capstan/schema/schema.capnp.h"
#include "tools/compiler/value_writer.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

// The version of the language whose requests these are.
constexpr std::uint16_t kLanguageMajor = 1;
constexpr std::uint8_t kLanguageMinor = 0;

void writeAnnotations(const std::vector<AppliedAnnotation>& annotations,
                      List<schema::Annotation>::Builder out) {
  std::uint32_t index = 0;
  for (const AppliedAnnotation& applied : annotations) {
    schema::Annotation::Builder to = out[index++];
    to.setId(applied.annotation->id);
    schema::Brand::Builder brand = to.initBrand();
    if (applied.brand != nullptr) writeBrand(applied.brand, brand);
    writeValue(applied.type, applied.value.get(), to.initValue());
  }
}

void writeField(const Field& field, schema::Field::Builder out) {
  out.setName(field.declaration->name.text);
  out.setCodeOrder(field.codeOrder);
  out.setDiscriminantValue(field.discriminant);
  if (!field.annotations.empty()) {
    writeAnnotations(field.annotations, out.initAnnotations(field.annotations.size()));
  }
  if (field.ordinal.has_value()) {
    out.getOrdinal().setExplicit(*field.ordinal);
  } else {
    out.getOrdinal().setImplicit();
  }
  if (field.group != nullptr) return out.initGroup().setTypeId(field.group->id);
  schema::Field::Slot::Builder slot = out.initSlot();
  slot.setOffset(field.offset);
  slot.setHadExplicitDefault(field.declaration->value != nullptr);
  writeType(field.type, slot.initType());
  writeValue(field.type, field.defaultValue.get(), slot.initDefaultValue());
}

void writeStruct(const Node& node, schema::Node::Struct::Builder out) {
  out.setDataWordCount(node.dataWords);
  out.setPointerCount(node.pointers);
  out.setPreferredListEncoding(schema::ElementSize::INLINE_COMPOSITE);
  out.setIsGroup(node.isGroup);
  out.setDiscriminantCount(node.discriminantCount);
  out.setDiscriminantOffset(node.discriminantOffset);
  if (node.fields.empty()) return;
  auto fields = out.initFields(node.fields.size());
  std::uint32_t index = 0;
  for (const Field& field : node.fields) writeField(field, fields[index++]);
}

void writeEnum(const Node& node, schema::Node::Enum::Builder out) {
  auto enumerants = out.initEnumerants(node.enumerants.size());
  std::uint32_t index = 0;
  for (const Enumerant& enumerant : node.enumerants) {
    schema::Enumerant::Builder to = enumerants[index++];
    to.setName(enumerant.declaration->name.text);
    to.setCodeOrder(enumerant.codeOrder);
    if (enumerant.annotations.empty()) continue;
    writeAnnotations(enumerant.annotations, to.initAnnotations(enumerant.annotations.size()));
  }
}

template <typename List>
void writeParameters(const SyntaxList<Name>& parameters, List out) {
  std::uint32_t index = 0;
  for (const Name& parameter : parameters) out[index++].setName(parameter.text);
}

void writeMethod(const Method& method, schema::Method::Builder out) {
  out.setName(method.declaration->name.text);
  out.setCodeOrder(method.codeOrder);
  const SyntaxList<Name>& parameters = method.declaration->typeParameters;
  writeParameters(parameters, out.initImplicitParameters(parameters.size()));
  out.setParamStructType(method.parameters.node->id);
  if (method.parameters.brand != nullptr) {
    writeBrand(method.parameters.brand, out.initParamBrand());
  }
  out.setResultStructType(method.results.node->id);
  if (method.results.brand != nullptr) writeBrand(method.results.brand, out.initResultBrand());
  if (method.annotations.empty()) return;
  writeAnnotations(method.annotations, out.initAnnotations(method.annotations.size()));
}

void writeInterface(const Node& node, schema::Node::Interface::Builder out) {
  std::uint32_t index = 0;
  auto methods = out.initMethods(node.methods.size());
  for (const Method& method : node.methods) writeMethod(method, methods[index++]);
  index = 0;
  auto superclasses = out.initSuperclasses(node.superclasses.size());
  for (const Superclass& superclass : node.superclasses) {
    schema::Superclass::Builder to = superclasses[index++];
    to.setId(superclass.node->id);
    if (superclass.brand != nullptr) writeBrand(superclass.brand, to.initBrand());
  }
}

void writeAnnotationNode(const Node& node, schema::Node::Annotation::Builder out) {
  const Declaration& declaration = *node.declaration;
  writeType(node.type, out.initType());
  out.setTargetsFile(appliesTo(declaration, AnnotationTarget::kFile));
  out.setTargetsConst(appliesTo(declaration, AnnotationTarget::kConst));
  out.setTargetsEnum(appliesTo(declaration, AnnotationTarget::kEnum));
  out.setTargetsEnumerant(appliesTo(declaration, AnnotationTarget::kEnumerant));
  out.setTargetsStruct(appliesTo(declaration, AnnotationTarget::kStruct));
  out.setTargetsField(appliesTo(declaration, AnnotationTarget::kField));
  out.setTargetsUnion(appliesTo(declaration, AnnotationTarget::kUnion));
  out.setTargetsGroup(appliesTo(declaration, AnnotationTarget::kGroup));
  out.setTargetsInterface(appliesTo(declaration, AnnotationTarget::kInterface));
  out.setTargetsMethod(appliesTo(declaration, AnnotationTarget::kMethod));
  out.setTargetsParam(appliesTo(declaration, AnnotationTarget::kParam));
  out.setTargetsAnnotation(appliesTo(declaration, AnnotationTarget::kAnnotation));
}

void writeConst(const Node& node, schema::Node::Const::Builder out) {
  writeType(node.type, out.initType());
  writeValue(node.type, node.value.get(), out.initValue());
}

void writeKind(const Node& node, schema::Node::Builder out) {
  switch (node.kind) {
    case NodeKind::kStruct:
      return writeStruct(node, out.initStruct());
    case NodeKind::kEnum:
      return writeEnum(node, out.initEnum());
    case NodeKind::kInterface:
      return writeInterface(node, out.initInterface());
    case NodeKind::kConst:
      return writeConst(node, out.initConst());
    case NodeKind::kAnnotation:
      return writeAnnotationNode(node, out.initAnnotation());
    default:
      return out.setFile();
  }
}

void writeNode(const Node& node, schema::Node::Builder out) {
  out.setId(node.id);
  out.setDisplayName(node.displayName);
  out.setDisplayNamePrefixLength(node.displayNamePrefixLength);
  out.setScopeId(node.parent == nullptr || node.isOfMethod ? 0 : node.parent->id);
  out.setIsGeneric(node.isGeneric);
  if (!node.isGroup && !node.typeParameters().empty()) {
    writeParameters(node.typeParameters(), out.initParameters(node.typeParameters().size()));
  }
  if (!node.isGroup && !node.isOfMethod) {
    auto nested = out.initNestedNodes(node.nested.size());
    std::uint32_t index = 0;
    for (const auto& child : node.nested) {
      nested[index].setName(child->name());
      nested[index++].setId(child->id);
    }
  }
  if (!node.annotations.empty()) {
    writeAnnotations(node.annotations, out.initAnnotations(node.annotations.size()));
  }
  writeKind(node, out);
}

// What is a part of another node's text is not located.
ByteRange placeOf(const Declaration& declaration) {
  switch (declaration.kind) {
    case DeclarationKind::kFile:
    case DeclarationKind::kGroup:
    case DeclarationKind::kUnion:
    case DeclarationKind::kParameters:
    case DeclarationKind::kParameter:
      return {0, 0};
    default:
      return declaration.range;
  }
}

// Of a node or of a member.
template <typename Builder>
void writeInfo(const Declaration& declaration, Builder out) {
  if (!declaration.docComment.empty()) out.setDocComment(declaration.docComment);
  ByteRange place = placeOf(declaration);
  out.setStartByte(place.begin);
  out.setEndByte(place.end);
}

template <typename Member>
void writeMemberInfos(const std::vector<Member>& from, schema::Node::SourceInfo::Builder out) {
  auto members = out.initMembers(static_cast<std::uint32_t>(from.size()));
  std::uint32_t index = 0;
  for (const Member& member : from) writeInfo(*member.declaration, members[index++]);
}

// All structs of methods have the id 0 here, as with the reference compiler, and nothing to tell.
void writeSourceInfo(const Node& node, schema::Node::SourceInfo::Builder out) {
  if (!node.isOfMethod) out.setId(node.id);
  writeInfo(*node.declaration, out);
  if (!node.fields.empty()) return writeMemberInfos(node.fields, out);
  if (node.kind == NodeKind::kEnum) return writeMemberInfos(node.enumerants, out);
  if (node.kind == NodeKind::kInterface) return writeMemberInfos(node.methods, out);
}

// The structs of methods share one entry: that of the first one.
void writeSourceInfos(const Compilation& compilation, schema::CodeGeneratorRequest::Builder out) {
  const Node* ofMethods = compilation.firstMethodStruct();
  std::vector<const Node*> nodes;
  for (const Node* node : compilation.nodes()) {
    if (!node->isOfMethod || node == ofMethods) nodes.push_back(node);
  }
  auto infos = out.initSourceInfo(static_cast<std::uint32_t>(nodes.size()));
  std::uint32_t index = 0;
  for (const Node* node : nodes) writeSourceInfo(*node, infos[index++]);
}

bool isBefore(const Identifier& a, const Identifier& b) {
  auto key = [](ByteRange range) { return std::uint64_t{range.begin} << 32 | range.end; };
  return key(a.range) < key(b.range);
}

using FileSourceInfo = schema::CodeGeneratorRequest::RequestedFile::FileSourceInfo;

void writeIdentifiers(const Module& module, FileSourceInfo::Builder out) {
  std::vector<Identifier> from = module.identifiers;
  std::stable_sort(from.begin(), from.end(), isBefore);
  from.erase(std::unique(from.begin(), from.end()), from.end());
  auto identifiers = out.initIdentifiers(static_cast<std::uint32_t>(from.size()));
  std::uint32_t index = 0;
  for (const Identifier& identifier : from) {
    auto to = identifiers[index++];
    to.setStartByte(identifier.range.begin);
    to.setEndByte(identifier.range.end);
    to.setTypeId(identifier.id);
  }
}

void writeRequestedFile(const Module& module,
                        schema::CodeGeneratorRequest::RequestedFile::Builder out) {
  out.setId(module.root->id);
  out.setFilename(module.source->name());
  std::vector<std::pair<std::string_view, std::uint64_t>> listed;
  for (const auto& [name, import] : module.imports) {
    if (!import.isOfValuesOnly) listed.emplace_back(name, import.module->root->id);
  }
  auto imports = out.initImports(listed.size());
  std::uint32_t index = 0;
  for (const auto& [name, id] : listed) {
    imports[index].setId(id);
    imports[index++].setName(name);
  }
  writeIdentifiers(module, out.initFileSourceInfo());
}

}  // namespace

void writeRequest(const Compilation& compilation, MessageBuilder& out) {
  auto request = out.initRoot<schema::CodeGeneratorRequest>();
  request.initCapnpVersion().setMajor(kLanguageMajor);
  request.getCapnpVersion().setMinor(kLanguageMinor);
  std::uint32_t index = 0;
  auto nodes = request.initNodes(compilation.nodes().size());
  for (const Node* node : compilation.nodes()) writeNode(*node, nodes[index++]);
  writeSourceInfos(compilation, request);
  index = 0;
  auto files = request.initRequestedFiles(compilation.requested().size());
  for (const Module* module : compilation.requested()) writeRequestedFile(*module, files[index++]);
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
