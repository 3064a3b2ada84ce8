// SPDX-License-Identifier: Apache-2.0
// Files, structs, fields, enums and constants; types are in cpp_types.cc.
#include "tools/compiler/cpp_resolver.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "absl/strings/str_cat.h"
#include "capstan/base/absl_text.h"
#include "tools/compiler/cpp_declaration_order.h"
#include "tools/compiler/cpp_names.h"
#include "tools/compiler/cpp_values.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

namespace {

constexpr std::uint16_t kNoDiscriminant = schema::Field::NO_DISCRIMINANT;

// "/a/b.capnp" -> "b.capnp": an absolute path is this machine's business.
std::string_view shownName(std::string_view file) {
  return file.starts_with('/') ? file.substr(file.rfind('/') + 1) : file;
}

std::string_view includePath(std::string_view importName, TextArena& text) {
  if (importName.starts_with('/')) importName.remove_prefix(1);
  return text.join(importName, ".h");
}

// The field as the schema says it, with what stands behind its type.
std::string_view fieldLine(const schema::Field::Reader& field, std::string_view type,
                           std::string_view equals, std::string_view value, std::string_view end,
                           TextArena& text) {
  const schema::Field::Ordinal::Reader ordinal = field.getOrdinal();
  if (!ordinal.isExplicit()) return text.join(field.getName(), " :", type, equals, value, end);
  return text.join(field.getName(), " @", Digits(ordinal.getExplicit()), " :", type, equals, value,
                   end);
}

constexpr std::string_view kMembersOfSlots[] = {"Slots", "kDiscriminant"};

bool isPointer(Shape shape) { return shape != Shape::kVoid && shape != Shape::kValue; }

}  // namespace

absl::StatusOr<File> FileResolver::resolve(
    schema::CodeGeneratorRequest::RequestedFile::Reader requested) {
  file_ = requested.getId();
  const schema::Node::Reader* node = names_.node(file_);
  if (node == nullptr || !node->isFile()) {
    return absl::InvalidArgumentError("the request lacks the node of a requested file");
  }
  File file;
  file.path = requested.getFilename();
  file.name = shownName(file.path);
  file.nameSpace = text_.copy(names_.nameSpace(file_));
  for (const std::uint64_t other : graph_.neededBy(file_)) {
    if (graph_.reaches(other, file_)) circle_.insert(other);
  }
  resolveNested(*node, {file_, file.enums, file.structs, file.constants});
  resolveIncludes(requested, file);
  if (!status_.ok()) return status_;
  orderForConstants(file.structs);
  return file;
}

void FileResolver::resolveNested(const schema::Node::Reader& node, Scope scope) {
  for (const schema::Node::NestedNode::Reader nested : node.getNestedNodes()) {
    const schema::Node::Reader* member = names_.node(nested.getId());
    if (member == nullptr) continue;  // an alias, or of no use to generators
    if (member->isEnum()) {
      scope.enums.push_back(resolveEnum(*member));
    } else if (member->isStruct()) {
      scope.structs.push_back(resolveStruct(*member));
    } else if (member->isInterface()) {
      scope.structs.push_back(resolveInterface(*member));
    } else if (member->isConst()) {
      scope.constants.push_back(resolveConstant(*member, nested.getName(), scope.id));
    }
  }
  if (!scope.constants.empty()) nameConstants(node, scope);
}

// Names the constants, and what they need if they are late.
void FileResolver::nameConstants(const schema::Node::Reader& node, Scope scope) {
  NameScope taken(text_);
  const TypeNames::Name* around = names_.name(scope.id);
  const std::string_view path = around->sharedPath;
  taken.claimPart(around->name);
  for (; around->parent != 0; around = names_.name(around->parent)) {
    for (const std::string_view each : around->parameters) taken.claimPart(each);
  }
  for (const auto& each : scope.enums) taken.claimPart(each.name);
  for (const auto& each : scope.structs) taken.claimPart(each->name);
  for (const schema::Field::Reader field : node.getStruct().getFields()) {
    const TypeNames::Name* group = names_.name(field.getGroup().getTypeId());
    if (field.isGroup() && group != nullptr) taken.claimPart(group->name);
  }
  for (Constant& each : scope.constants) {
    each.name = taken.claim(each.name);
    each.words = text_.join("k", each.name, "Words");
    each.source = sourceName(path.empty() ? each.name : text_.join(path, "::", each.name));
  }
  for (Constant& each : scope.constants) each.lateType = taken.claimPart(each.lateType);
}

Enum FileResolver::resolveEnum(const schema::Node::Reader& node) {
  const TypeNames::Name& name = *names_.name(node.getId());
  Enum result;
  result.id = node.getId();
  result.name = name.name;
  result.qualified = name.qualified;
  result.schemaName = name.schemaName;
  result.table = text_.join("k", capitalized(name.name), "Table");
  result.schema = text_.join("k", capitalized(name.name), "Schema");
  result.source = sourceName(name.sharedPath);
  result.doc = docOf(node.getId());
  const MemberInfos infos = memberInfosOf(node.getId());
  NameScope taken(text_);
  for (const schema::Enumerant::Reader each : node.getEnum().getEnumerants()) {
    const std::string_view cpp = cxxName(each.getAnnotations(), each.getName());
    if (!isIdentifier(each.getName()) || !isIdentifier(cpp)) invalid("is no name", cpp);
    const auto index = static_cast<std::uint32_t>(result.enumerators.size());
    result.enumerators.push_back({.name = taken.claim(text_.copy(upperSnake(cpp))),
                                  .schemaName = each.getName(),
                                  .doc = memberDocOf(infos, index)});
  }
  result.node = resolveNode(node);
  return result;
}

std::unique_ptr<Struct> FileResolver::named(const schema::Node::Reader& node) {
  const TypeNames::Name& name = *names_.name(node.getId());
  auto result = std::make_unique<Struct>();
  result->id = node.getId();
  result->name = name.name;
  result->path = name.path;
  result->shared = name.shared;
  result->sharedPath = name.sharedPath;
  result->qualified = name.qualified;
  result->source = sourceName(name.sharedPath);
  result->schemaName = name.schemaName;
  result->doc = docOf(node.getId());
  result->parameters = name.parameters;
  result->isGeneric = name.isGeneric;
  for (const TypeNames::Name* each = &name; each->parent != 0; each = names_.name(each->parent)) {
    if (each->parameters.empty()) continue;
    std::string parameters;
    for (const std::string_view parameter : each->parameters) {
      append(parameters, {parameters.empty() ? "" : ", ", "typename ", parameter});
    }
    result->templateHead = text_.join("template <", parameters, ">\n", result->templateHead);
  }
  result->node = resolveNode(node);
  return result;
}

std::unique_ptr<Struct> FileResolver::resolveStruct(const schema::Node::Reader& node) {
  const schema::Node::Struct::Reader body = node.getStruct();
  auto result = named(node);
  result->dataWords = body.getDataWordCount();
  result->pointers = body.getPointerCount();
  result->isGroup = body.getIsGroup();
  result->discriminantCount = body.getDiscriminantCount();
  result->hasUnion = result->discriminantCount != 0;
  result->discriminantOffset = body.getDiscriminantOffset();
  if (result->hasUnion && result->discriminantOffset / 4 >= result->dataWords) {
    invalid("has a tag outside of its data", result->schemaName);
  }
  resolveNested(node, {result->id, result->enums, result->structs, result->constants});
  resolveFields(node, *result);
  resolveWhich(*result);
  return result;
}

void FileResolver::resolveFields(const schema::Node::Reader& node, Struct& into) {
  const List<schema::Field>::Reader fields = node.getStruct().getFields();
  if (fields.size() > kNoDiscriminant) return invalid("has too many fields", into.schemaName);
  into.fields.resize(fields.size());
  into.declared.resize(fields.size());
  std::iota(into.declared.begin(), into.declared.end(), std::uint16_t{0});
  const auto isBefore = [&](std::uint16_t a, std::uint16_t b) {
    return fields[a].getCodeOrder() < fields[b].getCodeOrder();
  };
  if (!std::is_sorted(into.declared.begin(), into.declared.end(), isBefore)) {
    std::stable_sort(into.declared.begin(), into.declared.end(), isBefore);
  }
  const MemberInfos infos = memberInfosOf(into.id);
  NameScope accessors(text_);
  NameScope slots(text_, kMembersOfSlots);
  for (const std::uint16_t index : into.declared) {
    const schema::Field::Reader field = fields[index];
    Field& result = into.fields[index];
    const std::string_view cpp = cxxName(field.getAnnotations(), field.getName());
    result.schemaName = field.getName();
    if (!isIdentifier(result.schemaName) || !isIdentifier(cpp)) return invalid("is no name", cpp);
    result.name = accessors.claimPart(text_.copy(capitalized(cpp)));
    result.constant = slots.claimPart(text_.join("k", result.name));
    result.doc = memberDocOf(infos, index);
    result.discriminant = field.getDiscriminantValue();
    result.inUnion = result.discriminant != kNoDiscriminant;
    if (result.inUnion) result.enumerator = text_.copy(upperSnake(cpp));
    resolveField(field, into, result);
    if (!result.defaultBytes.empty()) {
      result.defaultName = slots.claimPart(text_.join(result.constant, "Default"));
    }
  }
}

void FileResolver::resolveField(const schema::Field::Reader& field, Struct& scope, Field& into) {
  if (field.isSlot()) {
    resolveSlot(field.getSlot(), scope, into);
    const schema::Field::Slot::Reader slot = field.getSlot();
    const bool hasDefault = slot.getHadExplicitDefault();
    const std::string_view value =
        hasDefault ? schemaValue(slot.getType(), slot.getDefaultValue()) : std::string_view();
    into.line = fieldLine(field, into.type.schemaName, hasDefault ? " = " : "", value, ";", text_);
    return;
  }
  const std::uint64_t id = field.getGroup().getTypeId();
  const schema::Node::Reader* group = names_.node(id);
  const TypeNames::Name* name = names_.name(id);
  if (!field.isGroup() || group == nullptr || name == nullptr || name->parent != scope.id) {
    return invalid("is of a kind that this version does not know", into.schemaName);
  }
  auto body = resolveStruct(*group);
  if (body->dataWords != scope.dataWords || body->pointers != scope.pointers) {
    invalid("is a group of another size than its struct", body->schemaName);
  }
  const bool isUnion = body->hasUnion && body->discriminantCount == body->fields.size();
  into.line = fieldLine(field, isUnion ? "union {...}" : "group {...}", "", "", "", text_);
  if (body->doc.empty()) body->doc = into.doc;
  into.group = body.get();
  nameScopes(id, nullptr, id, 0, into.type);
  nameViews(into.type);
  scope.groups.push_back(std::move(body));
}

void FileResolver::resolveSlot(const schema::Field::Slot::Reader& slot, const Struct& scope,
                               Field& into) {
  const schema::Type::Reader type = slot.getType();
  const schema::Value::Reader value = slot.getDefaultValue();
  into.type = resolveType(type, scope.id);
  if (into.type.isInCircle && scope.isGeneric) makeDependent(into.type, scope.id);
  into.offset = slot.getOffset();
  checkPlace(into, scope);
  checkValue(type, value, into.schemaName);
  into.defaultBits = bitsOf(value);
  if (isPointer(into.type.shape)) into.defaultBytes = encoded(value);
}

void FileResolver::resolveWhich(Struct& into) {
  into.which.resize(into.discriminantCount);
  NameScope taken(text_);
  for (Field& field : into.fields) {
    if (!field.inUnion) continue;
    if (field.discriminant >= into.discriminantCount ||
        !into.which[field.discriminant].name.empty()) {
      return invalid("has a tag that is not its own", field.schemaName);
    }
    field.enumerator = taken.claim(field.enumerator);
    into.which[field.discriminant] = {
        .name = field.enumerator, .schemaName = field.schemaName, .doc = {}};
  }
  for (const Enumerator& each : into.which) {
    if (each.name.empty()) return invalid("has a tag without a member", into.schemaName);
  }
}

Constant FileResolver::resolveConstant(const schema::Node::Reader& node, std::string_view name,
                                       std::uint64_t scope) {
  const schema::Node::Const::Reader body = node.getConst();
  const std::string_view cpp = cxxName(node.getAnnotations(), name);
  if (!isIdentifier(name) || !isIdentifier(cpp)) invalid("is no name", cpp);
  Constant result;
  result.name = text_.copy(upperSnake(cpp));
  result.schemaName = name;
  result.lateType = text_.join(capitalized(cpp), "Type");
  result.doc = docOf(node.getId());
  result.type = resolveType(body.getType(), scope);
  checkValue(body.getType(), body.getValue(), name);
  result.isLate = !isDeclared(result.type, scope);
  if (result.type.shape == Shape::kValue) {
    result.literal = literal(body.getType(), body.getValue());
  } else if (result.type.shape == Shape::kText) {
    const Text text = body.getValue().getText();
    result.literal = text_.join(quoted(text), ", ", Digits(text.size()));
  } else if (result.type.shape != Shape::kVoid) {
    result.bytes = encoded(body.getValue());
    if (result.bytes.empty()) result.bytes.resize(kBytesPerWord);  // null
  }
  return result;
}

// A type's constants are declared with it. The types of files in a circle are not known there, and
// of a generic type around it nothing but itself.
bool FileResolver::isDeclared(const Type& type, std::uint64_t scope) const {
  if (scope == file_) return true;
  return !type.isInOther &&
         std::none_of(type.needs.begin(), type.needs.end(),
                      [&](std::uint64_t id) { return circle_.contains(names_.name(id)->file); });
}

void FileResolver::checkPlace(const Field& field, const Struct& scope) {
  const std::uint64_t end = std::uint64_t{field.offset} + 1;
  const bool fits = field.type.shape == Shape::kVoid ||
                    (field.type.shape == Shape::kValue
                         ? end * field.type.bits <= scope.dataWords * std::uint64_t{64}
                         : end <= scope.pointers);
  if (!fits) invalid("lies outside of its struct", field.schemaName);
}

void FileResolver::checkValue(const schema::Type::Reader& type, const schema::Value::Reader& value,
                              std::string_view name) {
  // The two unions have their members in the same order.
  const auto kind = static_cast<std::uint16_t>(type.which());
  const auto given = static_cast<std::uint16_t>(value.which());
  if (given != 0 && given != kind) invalid("has a value of another type", name);
}

void FileResolver::resolveIncludes(schema::CodeGeneratorRequest::RequestedFile::Reader requested,
                                   File& into) {
  const absl::flat_hash_set<std::uint64_t>& needed = graph_.neededBy(file_);
  std::map<std::uint64_t, std::string_view> paths;
  for (const std::uint64_t id : needed) {
    // What an import was reached through does not import it here.
    const schema::Node::Reader* node = names_.node(id);
    if (node != nullptr) paths[id] = includePath(node->getDisplayName(), text_);
  }
  for (const auto import : requested.getImports()) {
    if (needed.contains(import.getId()))
      paths[import.getId()] = includePath(import.getName(), text_);
  }
  for (auto& [id, path] : paths) {
    if (const LibrarySchema* known = librarySchema(id)) path = known->header;
    (circle_.contains(id) ? into.circularIncludes : into.includes).push_back(path);
  }
  std::sort(into.includes.begin(), into.includes.end());
  std::sort(into.circularIncludes.begin(), into.circularIncludes.end());
}

std::string_view FileResolver::docOf(std::uint64_t id) const {
  const schema::Node::SourceInfo::Reader* info = names_.sourceInfo(id);
  return info == nullptr ? std::string_view() : info->getDocComment();
}

std::string_view FileResolver::memberDocOf(const MemberInfos& infos, std::uint32_t index) {
  return index < infos.size() ? infos[index].getDocComment() : std::string_view();
}

FileResolver::MemberInfos FileResolver::memberInfosOf(std::uint64_t id) const {
  const schema::Node::SourceInfo::Reader* info = names_.sourceInfo(id);
  return info == nullptr ? MemberInfos() : info->getMembers();
}

std::string_view FileResolver::sourceName(std::string_view path) {
  std::string name = "k";
  for (std::size_t at; (at = path.find("::")) != std::string_view::npos;) {
    append(name, {path.substr(0, at), "_"});
    path.remove_prefix(at + 2);
  }
  return sourceNames_.claimPart(text_.join(name, path));
}

void FileResolver::invalid(std::string_view what, std::string_view name) {
  if (!status_.ok()) return;
  status_ = absl::InvalidArgumentError(absl::StrCat("'", abslText(name), "' ", abslText(what)));
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
