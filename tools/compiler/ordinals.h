// SPDX-License-Identifier: Apache-2.0
// The rules for the numbers of fields and enumerants: unique, from 0, without gaps.
#pragma once

#include <algorithm>
#include <vector>

#include "tools/compiler/ast.h"
#include "tools/compiler/diagnostics.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Sorts members by the ordinals that their declarations have; those of one ordinal keep their
// order.
template <typename Members, typename DeclarationOf>
void sortByOrdinal(Members& members, DeclarationOf declarationOf) {
  auto isBefore = [&](const auto& a, const auto& b) {
    return declarationOf(a)->ordinal->value < declarationOf(b)->ordinal->value;
  };
  // They mostly are, and sorting takes memory.
  if (std::is_sorted(members.begin(), members.end(), isBefore)) return;
  std::stable_sort(members.begin(), members.end(), isBefore);
}

// Reports numbers of a scope's members that are used twice or left out.
// Requires: `sorted` is in ascending order of ordinals, which all of them have; those of one
// ordinal are in the order of the text.
void checkOrdinals(const Declaration& scope, const std::vector<const Declaration*>& sorted,
                   const SourceFile& file, Diagnostics& diagnostics);

// Reports the fields, enumerants and methods of a declaration that have no number, and says which
// are free. Requires: a struct, enum or interface.
void checkMissingOrdinals(const Declaration& scope, const SourceFile& file,
                          Diagnostics& diagnostics);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
