// SPDX-License-Identifier: Apache-2.0
// One value for every kind of field of test_types, and the text that the reference writes for it.
#pragma once

#include <gtest/gtest.h>

#include <string_view>

#include "all_types.capnp.h"

namespace capstan {

// Sets every field of an AllTypes, without its `structField` and struct lists when `depth` is 0.
void fillAllTypes(test_types::AllTypes::Builder to, int depth);

// Expects what fillAllTypes has set.
void expectAllTypes(test_types::AllTypes::Reader from, int depth);

// Expects that every field of a Defaults reads as its schema's default.
void expectDefaults(test_types::Defaults::Reader from);

}  // namespace capstan
