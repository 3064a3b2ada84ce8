// SPDX-License-Identifier: Apache-2.0
// The names that every scope knows.
#pragma once

#include <optional>
#include <string_view>

#include "tools/compiler/model.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Returns: nothing for `List`, which is not a type by itself, and for other names.
std::optional<TypeKind> builtInType(std::string_view name);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
