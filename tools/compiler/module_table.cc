// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/module_table.h"

#include <utility>

#include "tools/compiler/declare.h"
#include "tools/compiler/ids.h"
#include "tools/compiler/parser.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

// Where a node's id comes from, for messages.
ByteRange idRange(const Node& node) {
  const Declaration& declaration = *node.declaration;
  return declaration.id != nullptr ? declaration.id->range : declaration.name.range;
}

bool isSameName(const Node& a, const Node& b) {
  return a.parent != nullptr && a.parent == b.parent && a.displayName == b.displayName;
}

}  // namespace

Module* ModuleTable::request(const std::string& path) {
  std::optional<FoundFile> found = finder_.findRequested(path);
  if (!found.has_value()) {
    diagnostics_.error("cannot read the schema file '" + path + "'");
    return nullptr;
  }
  return load(std::move(*found));
}

Module* ModuleTable::import(Module& importer, const Expression& import, bool isOfValue) {
  auto [entry, isNew] = importer.imports.try_emplace(std::string(import.text));
  Import& result = entry->second;
  if (!isOfValue) result.isOfValuesOnly = false;
  if (!isNew) return result.module;
  std::optional<FoundFile> found = find(importer, import, "import");
  if (!found.has_value()) return nullptr;
  return result.module = load(std::move(*found));
}

const std::string* ModuleTable::embed(Module& importer, const Expression& embed) {
  auto [entry, isNew] = importer.embeds.try_emplace(std::string(embed.text), nullptr);
  if (!isNew) return entry->second;
  std::optional<FoundFile> found = find(importer, embed, "embed");
  if (!found.has_value()) return nullptr;
  auto file = embedded_.try_emplace(found->path, std::move(found->text)).first;
  return entry->second = &file->second;
}

std::vector<std::string> ModuleTable::filesRead() const {
  std::vector<std::string> paths;
  for (const auto& module : modules_) {
    if (!module->isBuiltIn()) paths.push_back(module->found.path);
  }
  return paths;
}

std::optional<FoundFile> ModuleTable::find(Module& importer, const Expression& expression,
                                           std::string_view verb) {
  const std::string path(expression.text);
  std::optional<FoundFile> found = finder_.findImport(importer.found, path);
  if (found.has_value()) return found;
  diagnostics_.error(*importer.source, expression.textRange,
                     std::string(verb) + " failed: cannot read '" + path + "'; " +
                         finder_.searchedPlaces(importer.found, path));
  return std::nullopt;
}

Module* ModuleTable::load(FoundFile found) {
  auto known = byPath_.find(found.path);
  if (known != byPath_.end()) return known->second;
  // The same text under another path, such as a copy of a standard schema, is the same file.
  for (const auto& module : modules_) {
    if (module->source->text() != found.text) continue;
    diagnostics_.warning(
        *module->source, {0, 0},
        "this file is also reached as '" + found.displayName + "'; the two are taken for one");
    return byPath_[found.path] = module.get();
  }

  auto module = std::make_unique<Module>();
  Module* result = module.get();
  byPath_[found.path] = result;
  result->source = std::make_unique<SourceFile>(found.displayName, std::move(found.text));
  result->found = std::move(found);
  modules_.push_back(std::move(module));

  result->declaration = parseFile(*result->source, diagnostics_);
  if (!result->declaration.isOrderly()) return result;
  result->root = declareModule(*result, diagnostics_);
  registerIds(*result->root);
  return result;
}

void ModuleTable::registerIds(Node& node) {
  auto [entry, isNew] = byId_.try_emplace(node.id, &node);
  // Where a name is used twice in a scope, that has been reported.
  if (!isNew && !isSameName(*entry->second, node)) {
    const Node& other = *entry->second;
    diagnostics_.error(*node.module->source, idRange(node),
                       "the id " + idText(node.id) + " is used twice",
                       {other.module->source.get(), idRange(other), "it is first used here"});
  }
  for (const auto& child : node.nested) registerIds(*child);
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
