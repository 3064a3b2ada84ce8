// SPDX-License-Identifier: Apache-2.0
// Proves that no two fields of a struct that can hold values at one time share a bit or a pointer.
//
// It knows nothing of how places are found: it looks at the finished nodes. The compiler runs it on
// every struct that it lays out.
#pragma once

#include "tools/compiler/model.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Returns: a field or union whose place is taken twice or lies outside of its section; null if
// there is none. Requires: a struct with its layout, which is not a group.
// Cost: the number of fields, times its logarithm, times the depth of groups.
const Declaration* findOverlap(const Node& node);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
