// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/cpp_references.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

namespace {

// Types within types beyond this are refused when they are resolved.
constexpr int kMaxDepth = 64;

}  // namespace

std::span<const std::uint64_t> FileGraph::referencesOf(const schema::Node::Reader& node) {
  const auto known = ranges_.find(node.getId());
  if (known != ranges_.end()) return rangeOf(known->second);
  const std::size_t begin = references_.size();
  seen_.clear();
  for (const schema::Field::Reader field : node.getStruct().getFields()) {
    if (field.isGroup()) collect(field.getGroup().getTypeId());
    collectFrom(field.getSlot().getType(), 0);
  }
  const schema::Node::Interface::Reader body = node.getInterface();
  for (const schema::Superclass::Reader each : body.getSuperclasses()) {
    collect(each.getId());
    collectFrom(each.getBrand(), 0);
  }
  for (const schema::Method::Reader method : body.getMethods()) {
    collect(method.getParamStructType());
    collectFrom(method.getParamBrand(), 0);
    collect(method.getResultStructType());
    collectFrom(method.getResultBrand(), 0);
  }
  collectFrom(node.getConst().getType(), 0);
  const Range range = {begin, references_.size() - begin};
  ranges_.emplace(node.getId(), range);
  return rangeOf(range);
}

void FileGraph::collect(std::uint64_t id) {
  if (seen_.insert(id).second) references_.push_back(id);
}

void FileGraph::collectFrom(const schema::Type::Reader& type, int depth) {
  if (depth == kMaxDepth) return;
  switch (type.which()) {
    case schema::Type::Which::LIST:
      return collectFrom(type.getList().getElementType(), depth + 1);
    case schema::Type::Which::ENUM:
      return collect(type.getEnum().getTypeId());
    case schema::Type::Which::STRUCT:
      collect(type.getStruct().getTypeId());
      return collectFrom(type.getStruct().getBrand(), depth + 1);
    case schema::Type::Which::INTERFACE:
      collect(type.getInterface().getTypeId());
      return collectFrom(type.getInterface().getBrand(), depth + 1);
    default:
      return;
  }
}

void FileGraph::collectFrom(const schema::Brand::Reader& brand, int depth) {
  for (const schema::Brand::Scope::Reader scope : brand.getScopes()) {
    for (const schema::Brand::Binding::Reader each : scope.getBind()) {
      collectFrom(each.getType(), depth);
    }
  }
}

const absl::flat_hash_set<std::uint64_t>& FileGraph::neededBy(std::uint64_t file) {
  const auto known = needed_.find(file);
  if (known != needed_.end()) return known->second;
  absl::flat_hash_set<std::uint64_t> result;
  addConstants(file, file, result);
  for (const std::uint64_t id : names_.typesOf(file)) {
    addReferences(*names_.node(id), file, result);
    addConstants(id, file, result);
  }
  return needed_[file] = std::move(result);
}

void FileGraph::addReferences(const schema::Node::Reader& node, std::uint64_t file,
                              absl::flat_hash_set<std::uint64_t>& into) {
  for (const std::uint64_t id : referencesOf(node)) {
    const TypeNames::Name* name = names_.name(id);
    if (name != nullptr && name->file != file) into.insert(name->file);
  }
}

void FileGraph::addConstants(std::uint64_t scope, std::uint64_t file,
                             absl::flat_hash_set<std::uint64_t>& into) {
  for (const schema::Node::NestedNode::Reader nested : names_.node(scope)->getNestedNodes()) {
    const schema::Node::Reader* member = names_.node(nested.getId());
    if (member != nullptr && member->isConst()) addReferences(*member, file, into);
  }
}

bool FileGraph::reaches(std::uint64_t from, std::uint64_t to) {
  absl::flat_hash_set<std::uint64_t> seen = {from};
  std::vector<std::uint64_t> open = {from};
  while (!open.empty()) {
    const std::uint64_t file = open.back();
    open.pop_back();
    if (file == to) return true;
    for (const std::uint64_t next : neededBy(file)) {
      if (seen.insert(next).second) open.push_back(next);
    }
  }
  return false;
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
