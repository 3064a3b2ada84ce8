// SPDX-License-Identifier: Apache-2.0
// What a node speaks of: other types, and so other files.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "capstan/base/config.h"
#include "tools/compiler/cpp_type_names.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

// Which files of a request need which.
class FileGraph {
 public:
  // Requires: `names` has indexed its request, and outlives this.
  explicit FileGraph(const TypeNames& names) : names_(names) {}

  // The types that a struct, interface or constant names, each once, in the order of the node.
  // Lifetime: until the next call of any of these functions. Cost: looked for once.
  std::span<const std::uint64_t> referencesOf(const schema::Node::Reader& node);
  // The other files whose types this one speaks of.
  const absl::flat_hash_set<std::uint64_t>& neededBy(std::uint64_t file);
  // Tells whether `from`, and what it needs in turn, needs `to`.
  bool reaches(std::uint64_t from, std::uint64_t to);

 private:
  void addReferences(const schema::Node::Reader& node, std::uint64_t file,
                     absl::flat_hash_set<std::uint64_t>& into);
  void addConstants(std::uint64_t scope, std::uint64_t file,
                    absl::flat_hash_set<std::uint64_t>& into);

  // The members of referencesOf(): `node` and what is in it.
  void collectFrom(const schema::Type::Reader& type, int depth);
  void collectFrom(const schema::Brand::Reader& brand, int depth);
  void collect(std::uint64_t id);

  const TypeNames& names_;
  // Of all nodes that were asked for, one behind the other, and where each node's are.
  std::vector<std::uint64_t> references_;
  struct Range {
    std::size_t begin;
    std::size_t size;
  };
  std::span<const std::uint64_t> rangeOf(const Range& range) const {
    return std::span(references_).subspan(range.begin, range.size);
  }
  absl::flat_hash_map<std::uint64_t, Range> ranges_;
  // Of the node that is being looked through.
  absl::flat_hash_set<std::uint64_t> seen_;
  absl::flat_hash_map<std::uint64_t, absl::flat_hash_set<std::uint64_t>> needed_;
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
