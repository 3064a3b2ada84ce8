// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/ordinals.h"

#include <algorithm>
#include <string>

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

using Kind = DeclarationKind;

struct Members {
  std::vector<const Declaration*> withoutOrdinal;
  std::uint64_t nextOrdinal = 0;
};

// Members of groups and unions are counted with those around them. They nest to a limited depth.
void collectMembers(const Declaration& scope, Members& out) {
  for (const auto& child : scope.children) {
    if (child->kind == Kind::kUnion || child->kind == Kind::kGroup) collectMembers(*child, out);
    bool needsOrdinal = child->kind == Kind::kField || child->kind == Kind::kEnumerant ||
                        child->kind == Kind::kMethod;
    if (child->ordinal != nullptr) {
      out.nextOrdinal = std::max(out.nextOrdinal, child->ordinal->value + 1);
    } else if (needsOrdinal) {
      out.withoutOrdinal.push_back(child);
    }
  }
}

}  // namespace

void checkMissingOrdinals(const Declaration& scope, const SourceFile& file,
                          Diagnostics& diagnostics) {
  if (scope.lacksMembers) return;
  Members members;
  collectMembers(scope, members);
  for (const Declaration* member : members.withoutOrdinal) {
    const std::string name(member->name.text);
    diagnostics.error(file, member->name.range,
                      "'" + name + "' has no number; write '" + name + " @" +
                          std::to_string(members.nextOrdinal++) + "', the next free one");
  }
}

void checkOrdinals(const Declaration& scope, const std::vector<const Declaration*>& sorted,
                   const SourceFile& file, Diagnostics& diagnostics) {
  std::uint64_t next = 0;
  const Declaration* previous = nullptr;
  for (const Declaration* member : sorted) {
    const Number& ordinal = *member->ordinal;
    if (previous != nullptr && ordinal.value == previous->ordinal->value) {
      std::uint64_t free = sorted.back()->ordinal->value + 1;
      std::string hint = free <= 0xffff ? "; the next free one is @" + std::to_string(free) : "";
      diagnostics.error(file, ordinal.range,
                        "the ordinal @" + std::to_string(ordinal.value) + " is used twice" + hint,
                        {&file, previous->ordinal->range, "it is first used here"});
      continue;
    }
    if (ordinal.value > next && !scope.lacksMembers) {
      diagnostics.error(file, ordinal.range,
                        "the ordinal @" + std::to_string(next) +
                            " is left out; ordinals count from 0 without gaps");
    }
    next = ordinal.value + 1;
    previous = member;
  }
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
