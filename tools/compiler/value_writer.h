// SPDX-License-Identifier: Apache-2.0
// Types and values to the structs of the schema for schemas.
//
// Struct and list values are laid out here as their own schema says, with the untyped builders: no
// accessors for them exist at this point.
#pragma once

#include "capstan/schema/schema.capnp.h"
#include "tools/compiler/model.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

void writeType(const Type& type, schema::Type::Builder out);

// Requires: the brand is not null.
void writeBrand(const BrandPtr& brand, schema::Brand::Builder out);

// `value` is null for the type's own default (zero, empty, null).
// Requires: the value fits the type, and the structs in it have their layout and defaults.
void writeValue(const Type& type, const Value* value, schema::Value::Builder out);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
