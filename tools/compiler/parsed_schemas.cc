// SPDX-License-Identifier: Apache-2.0
#include "capstan/compiler/parsed_schemas.h"

#include <algorithm>

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

// Returns: where a key's entry is; the end of the index without one.
template <typename Key>
auto findKey(const std::vector<std::pair<Key, std::uint32_t>>& index, const Key& key) {
  auto entry = std::lower_bound(index.begin(), index.end(), std::pair(key, std::uint32_t{0}));
  return entry != index.end() && entry->first == key ? entry : index.end();
}

}  // namespace

ParsedSchemas::ParsedSchemas(std::unique_ptr<MessageBuilder> request)
    : message_(std::move(request)),
      request_(message_->getRootReader<schema::CodeGeneratorRequest>()) {
  std::uint32_t index = 0;
  for (Node node : request_.getNodes()) {
    byId_.emplace_back(node.getId(), index);
    byName_.emplace_back(std::string_view(node.getDisplayName()), index++);
  }
  std::sort(byId_.begin(), byId_.end());
  std::sort(byName_.begin(), byName_.end());
}

std::optional<ParsedSchemas::Node> ParsedSchemas::nodeAt(std::uint32_t index) const {
  return request_.getNodes()[index];
}

std::optional<ParsedSchemas::Node> ParsedSchemas::find(std::uint64_t id) const {
  auto entry = findKey(byId_, id);
  return entry == byId_.end() ? std::nullopt : nodeAt(entry->second);
}

std::optional<ParsedSchemas::Node> ParsedSchemas::find(std::string_view displayName) const {
  auto entry = findKey(byName_, displayName);
  return entry == byName_.end() ? std::nullopt : nodeAt(entry->second);
}

std::optional<ParsedSchemas::Node> ParsedSchemas::findNested(const Node& scope,
                                                             std::string_view path) const {
  std::optional<Node> at = scope;
  while (at.has_value()) {
    std::string_view name = path.substr(0, path.find('.'));
    std::optional<std::uint64_t> id;
    for (auto nested : at->getNestedNodes()) {
      if (std::string_view(nested.getName()) == name) id = nested.getId();
    }
    at = id.has_value() ? find(*id) : std::nullopt;
    if (name.size() == path.size()) break;
    path.remove_prefix(name.size() + 1);
  }
  return at;
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
