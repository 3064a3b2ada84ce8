// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/cpp_type_names.h"

#include <utility>
#include <vector>

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

std::string annotationText(List<schema::Annotation>::Reader annotations, std::uint64_t id) {
  for (const schema::Annotation::Reader each : annotations) {
    if (each.getId() == id) return std::string(each.getValue().getText());
  }
  return {};
}

template <typename Map>
const typename Map::mapped_type* findIn(const Map& map, std::uint64_t id) {
  const auto found = map.find(id);
  return found == map.end() ? nullptr : &found->second;
}

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

std::string cxxName(List<schema::Annotation>::Reader annotations, std::string_view name) {
  const std::string replaced = annotationText(annotations, kNameAnnotation);
  return replaced.empty() ? std::string(name) : replaced;
}

absl::Status TypeNames::index(schema::CodeGeneratorRequest::Reader request) {
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

std::string TypeNames::nameSpace(std::uint64_t file) const {
  if (file == kSchemaFileId) return "capstan::schema";
  const schema::Node::Reader* found = node(file);
  if (found == nullptr) return {};
  const std::string text = annotationText(found->getAnnotations(), kNamespaceAnnotation);
  return text.empty() ? text : mangledNamespace(text);
}

void TypeNames::nameFile(std::uint64_t file) {
  const std::string nameSpace = this->nameSpace(file);
  if (!nameSpace.empty() && !isNamespace(nameSpace)) return fail("is no namespace", nameSpace);
  Name name;
  name.qualified = nameSpace.empty() ? "" : "::" + nameSpace;
  name.file = file;
  names_[file] = std::move(name);
  nameMembers(file, 0);
}

void TypeNames::nameMembers(std::uint64_t scope, int depth) {
  const schema::Node::Reader& node = nodes_.at(scope);
  NameScope taken{"Reader", "Builder",   "Slots", "Which",  "kTypeId",    "kDataWords",
                  "kWords", "kPointers", "kName", "kTable", "kWhichTable"};
  // A class cannot have a member type of its own name.
  if (!node.isFile()) taken.claimPart(names_.at(scope).name);

  for (const schema::Node::NestedNode::Reader nested : node.getNestedNodes()) {
    const schema::Node::Reader* member = this->node(nested.getId());
    if (member == nullptr || !(member->isStruct() || member->isEnum())) continue;
    const std::string name = cxxName(member->getAnnotations(), nested.getName());
    nameMember(nested.getId(), scope, nested.getName(), taken.claim(name), depth);
  }
  for (const schema::Field::Reader field : node.getStruct().getFields()) {
    if (!field.isGroup()) continue;
    const std::string name = capitalized(cxxName(field.getAnnotations(), field.getName()));
    nameMember(field.getGroup().getTypeId(), scope, field.getName(), taken.claim(name), depth);
  }
}

void TypeNames::nameMember(std::uint64_t id, std::uint64_t scope, std::string_view schemaName,
                           std::string name, int depth) {
  if (!isIdentifier(schemaName)) return fail("is no name", schemaName);
  if (!isIdentifier(name)) return fail("is no C++ name", name);
  if (names_.contains(id)) return fail("is declared twice", schemaName);
  if (node(id) == nullptr) return fail("is a group without a node", schemaName);
  if (depth == kMaxDepth) return fail("is nested too deeply", schemaName);

  const Name& around = names_.at(scope);
  Name result;
  result.qualified = absl::StrCat(around.qualified, "::", name);
  result.path = absl::StrCat(around.path, around.path.empty() ? "" : "::", name);
  result.schemaName =
      absl::StrCat(around.schemaName, around.schemaName.empty() ? "" : ".", abslText(schemaName));
  result.name = std::move(name);
  result.parent = scope;
  result.file = around.file;
  names_[id] = std::move(result);
  nameMembers(id, depth + 1);
}

std::string TypeNames::schemaName(std::uint64_t id, std::uint64_t scope) const {
  const Name* type = name(id);
  if (type == nullptr) return {};
  for (const Name* around = name(scope); around != nullptr && !around->path.empty();
       around = name(around->parent)) {
    const std::string prefix = around->schemaName + ".";
    if (around->file == type->file && type->schemaName.starts_with(prefix)) {
      return type->schemaName.substr(prefix.size());
    }
  }
  return type->schemaName;
}

void TypeNames::fail(std::string_view what, std::string_view name) {
  if (!status_.ok()) return;
  status_ = absl::InvalidArgumentError(absl::StrCat("'", abslText(name), "' ", abslText(what)));
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
