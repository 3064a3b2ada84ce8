// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/cpp_type_names.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "capstan/base/absl_text.h"
#include "tools/compiler/cpp_names.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

namespace {

// The ids of the annotations of /capnp/c++.capnp.
constexpr std::uint64_t kNamespaceAnnotation = 0xb9c6f99ebf805f2c;
constexpr std::uint64_t kNameAnnotation = 0xf264a779fef191ce;

// Deeper nesting of declarations is no schema that people write.
// Security: each level takes a few stack frames here and in whoever compiles the output.
constexpr int kMaxDepth = 64;

std::string_view annotationText(List<schema::Annotation>::Reader annotations, std::uint64_t id) {
  for (const schema::Annotation::Reader each : annotations) {
    if (each.getId() == id) return each.getValue().getText();
  }
  return {};
}

template <typename Map>
const typename Map::mapped_type* findIn(const Map& map, std::uint64_t id) {
  const auto found = map.find(id);
  return found == map.end() ? nullptr : &found->second;
}

// What every generated type has.
constexpr std::string_view kMembersOfTypes[] = {
    "Reader", "Builder", "Slots",     "Which", "kTypeId", "kDataWords",
    "kWords", "kTable",  "kPointers", "kName", "kSchema", "kWhichTable"};

constexpr LibrarySchema kLibrarySchemas[] = {
    {0xa93fc509624c72d9, "capstan/schema/schema.capnp.h", "capstan::schema"},
    {0x86c366a91393f3f8, "capstan/schema/stream.capnp.h", "capstan::schema"},
    {0x8ef99297a43a5e34, "capstan/schema/json.capnp.h", "capstan::schema::json"},
    {0xb8630836983feed7, "capstan/schema/persistent.capnp.h", "capstan::schema::persistent"},
    {0xeb0d831668c6edab, "capstan/schema/csharp.capnp.h", "capstan::schema::csharp"},
};

// "a::linux" -> "a::linux_".
std::string mangledNamespace(std::string_view text) {
  std::string result;
  for (const absl::string_view part : absl::StrSplit(abslText(text), "::")) {
    const bool reserved = isReserved(stdText(part)) && !(result.empty() && part == "capstan");
    absl::StrAppend(&result, result.empty() ? "" : "::", part, reserved ? "_" : "");
  }
  return result;
}

bool isNamespace(std::string_view text) {
  for (const absl::string_view part : absl::StrSplit(abslText(text), "::")) {
    if (!isIdentifier(stdText(part))) return false;
  }
  return true;
}

}  // namespace

std::string_view cxxName(List<schema::Annotation>::Reader annotations, std::string_view name) {
  const std::string_view replaced = annotationText(annotations, kNameAnnotation);
  return replaced.empty() ? name : replaced;
}

const LibrarySchema* librarySchema(std::uint64_t file) {
  const auto* known = std::find_if(std::begin(kLibrarySchemas), std::end(kLibrarySchemas),
                                   [&](const LibrarySchema& each) { return each.id == file; });
  return known == std::end(kLibrarySchemas) ? nullptr : known;
}

absl::Status TypeNames::index(schema::CodeGeneratorRequest::Reader request) {
  nodes_.reserve(request.getNodes().size());
  sourceInfo_.reserve(request.getSourceInfo().size());
  names_.reserve(request.getNodes().size());
  for (const schema::Node::Reader node : request.getNodes()) nodes_.emplace(node.getId(), node);
  for (const schema::Node::SourceInfo::Reader info : request.getSourceInfo()) {
    sourceInfo_.emplace(info.getId(), info);
  }
  for (const schema::Node::Reader node : request.getNodes()) {
    if (node.isFile()) nameFile(node.getId());
  }
  return status_;
}

const schema::Node::Reader* TypeNames::node(std::uint64_t id) const { return findIn(nodes_, id); }

const schema::Node::SourceInfo::Reader* TypeNames::sourceInfo(std::uint64_t id) const {
  return findIn(sourceInfo_, id);
}

const TypeNames::Name* TypeNames::name(std::uint64_t id) const { return findIn(names_, id); }

std::vector<std::uint64_t> TypeNames::typesOf(std::uint64_t file) const {
  const std::vector<std::uint64_t>* types = findIn(typesOf_, file);
  return types == nullptr ? std::vector<std::uint64_t>() : *types;
}

std::string TypeNames::nameSpace(std::uint64_t file) const {
  if (const LibrarySchema* known = librarySchema(file)) return std::string(known->nameSpace);
  const schema::Node::Reader* found = node(file);
  if (found == nullptr) return {};
  const std::string_view text = annotationText(found->getAnnotations(), kNamespaceAnnotation);
  return text.empty() ? std::string() : mangledNamespace(text);
}

void TypeNames::nameFile(std::uint64_t file) {
  const std::string nameSpace = this->nameSpace(file);
  if (!nameSpace.empty() && !isNamespace(nameSpace)) return fail("is no namespace", nameSpace);
  Name name;
  if (!nameSpace.empty()) name.qualified = text_.join("::", nameSpace);
  name.file = file;
  names_[file] = std::move(name);
  nameMembers(file, 0);
  nameParameters(file);
}

void TypeNames::nameMembers(std::uint64_t scope, int depth) {
  const bool isType = !nodes_.at(scope).isFile();
  NameScope taken(text_, isType ? std::span<const std::string_view>(kMembersOfTypes)
                                : std::span<const std::string_view>());
  if (isType) {
    // A class cannot have a member type of its own name.
    const Name& own = names_.at(scope);
    taken.claimPart(own.name);
    if (own.isGeneric) taken.claimPart(own.shared);
  }
  std::vector<std::uint64_t> added;
  for (const Member& member : membersOf(scope, taken)) {
    if (addMember(member, scope, taken, depth)) added.push_back(member.id);
  }
  for (const std::uint64_t id : added) nameMembers(id, depth + 1);
}

std::vector<TypeNames::Member> TypeNames::membersOf(std::uint64_t scope, NameScope& taken) {
  const schema::Node::Reader& node = nodes_.at(scope);
  std::vector<Member> result;
  for (const schema::Node::NestedNode::Reader nested : node.getNestedNodes()) {
    const schema::Node::Reader* member = this->node(nested.getId());
    if (member == nullptr) continue;  // an alias, or of no use to generators
    if (!member->isStruct() && !member->isEnum() && !member->isInterface()) continue;
    const std::string_view name = cxxName(member->getAnnotations(), nested.getName());
    if (!isIdentifier(nested.getName())) fail("is no name", nested.getName());
    result.push_back({nested.getId(), nested.getName(), taken.claim(name)});
  }
  for (const schema::Field::Reader field : node.getStruct().getFields()) {
    if (!field.isGroup()) continue;
    const std::string_view name =
        text_.copy(capitalized(cxxName(field.getAnnotations(), field.getName())));
    if (!isIdentifier(field.getName())) fail("is no name", field.getName());
    result.push_back({field.getGroup().getTypeId(), field.getName(), taken.claim(name)});
  }
  addMethodTypes(node, taken, result);
  return result;
}

// Parameters and results that a method declares in place are structs of the interface.
void TypeNames::addMethodTypes(const schema::Node::Reader& node, NameScope& taken,
                               std::vector<Member>& into) {
  for (const schema::Method::Reader method : node.getInterface().getMethods()) {
    const std::string name = capitalized(cxxName(method.getAnnotations(), method.getName()));
    const auto add = [&](std::uint64_t id, std::string_view what) {
      const schema::Node::Reader* type = this->node(id);
      if (type == nullptr || !type->isStruct() || type->getScopeId() != 0) return;
      into.push_back(
          {id, text_.join(method.getName(), "$", what), taken.claim(text_.join(name, what))});
    };
    if (!isIdentifier(method.getName())) fail("is no name", method.getName());
    add(method.getParamStructType(), "Params");
    add(method.getResultStructType(), "Results");
  }
}

bool TypeNames::addMember(const Member& member, std::uint64_t scope, NameScope& taken, int depth) {
  const bool isNew = !names_.contains(member.id);
  if (!isIdentifier(member.name)) fail("is no C++ name", member.name);
  if (!isNew) fail("is declared twice", member.schemaName);
  if (node(member.id) == nullptr) fail("is a group without a node", member.schemaName);
  if (depth == kMaxDepth) fail("is nested too deeply", member.schemaName);
  if (!status_.ok()) return false;

  const schema::Node::Reader& node = *this->node(member.id);
  const Name& around = names_.at(scope);
  Name result;
  result.isGeneric = !node.isEnum() && (around.isGeneric || !node.getParameters().empty());
  result.name = member.name;
  result.shared = result.isGeneric ? taken.claim(text_.join(member.name, "Shared")) : member.name;
  result.qualified = text_.join(around.qualified, "::", result.shared);
  result.sharedPath = joined(around.sharedPath, "::", result.shared);
  result.schemaName = joined(around.schemaName, ".", member.schemaName);
  result.schemaLocal = member.schemaName;
  result.parent = scope;
  result.file = around.file;
  typesOf_[result.file].push_back(member.id);
  names_[member.id] = std::move(result);
  return true;
}

// A template's parameter hides, or clashes with, whatever is called the same further in. So it
// has a name that nothing in its file has.
void TypeNames::nameParameters(std::uint64_t file) {
  absl::flat_hash_set<std::string_view> taken(std::begin(kMembersOfTypes),
                                              std::end(kMembersOfTypes));
  std::vector<std::uint64_t> scopes = typesOf(file);
  for (const std::uint64_t id : scopes) {
    taken.insert(names_.at(id).name);
    taken.insert(names_.at(id).shared);
  }
  const std::vector<std::uint64_t> types = scopes;
  scopes.push_back(file);
  for (const std::uint64_t id : scopes) {
    for (const schema::Node::NestedNode::Reader nested : nodes_.at(id).getNestedNodes()) {
      const schema::Node::Reader* member = node(nested.getId());
      if (member == nullptr || !member->isConst()) continue;
      taken.insert(text_.copy(upperSnake(cxxName(member->getAnnotations(), nested.getName()))));
    }
  }
  for (const std::uint64_t id : types) nameParametersOf(id, taken);
}

void TypeNames::nameParametersOf(std::uint64_t id,
                                 const absl::flat_hash_set<std::string_view>& taken) {
  Name& name = names_.at(id);
  const Name& around = names_.at(name.parent);
  std::string own(name.name);
  if (!nodes_.at(id).getParameters().empty()) {
    NameScope parameters(text_);
    for (const Name* each = &around; each->parent != 0; each = &names_.at(each->parent)) {
      for (const std::string_view outer : each->parameters) parameters.claimPart(outer);
    }
    for (const schema::Node::Parameter::Reader each : nodes_.at(id).getParameters()) {
      if (!isIdentifier(each.getName())) fail("is no name", each.getName());
      std::string_view parameter = parameters.claim(each.getName());
      while (taken.contains(parameter)) parameter = parameters.claim(text_.join(parameter, "_"));
      append(own, {name.parameters.empty() ? "<" : ", ", parameter});
      name.parameters.push_back(parameter);
    }
    own += '>';
  }
  name.path = joined(around.path, "::", own);
}

std::string_view TypeNames::joined(std::string_view scope, std::string_view separator,
                                   std::string_view name) {
  return scope.empty() ? text_.copy(name) : text_.join(scope, separator, name);
}

void TypeNames::fail(std::string_view what, std::string_view name) {
  if (!status_.ok()) return;
  status_ = absl::InvalidArgumentError(absl::StrCat("'", abslText(name), "' ", abslText(what)));
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
