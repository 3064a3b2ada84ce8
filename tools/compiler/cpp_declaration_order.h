// SPDX-License-Identifier: Apache-2.0
// The order in which structs are declared: as in the schema, unless a constant forces another.
//
// A constant's declaration names its type, and C++ has no forward declaration of nested types. So a
// struct whose constants are of another's types comes after that one. Of structs with constants of
// each other's types, some of the constants are late.
#pragma once

#include <memory>
#include <vector>

#include "capstan/base/config.h"
#include "tools/compiler/cpp_model.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

// Orders structs and what is nested in them, and sets Constant::isLate where no order helps.
void orderForConstants(std::vector<std::unique_ptr<Struct>>& structs);

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
