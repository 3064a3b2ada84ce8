// SPDX-License-Identifier: Apache-2.0
// The standard schemas, as they stand in schemas/capnp/, built into the compiler.
//
// The definition of the table is made by CMake (tools/cmake/EmbedSchemas.cmake).
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

struct StandardSchema {
  std::string_view path;  // such as "capnp/c++.capnp"
  std::string_view text;
};

std::span<const StandardSchema> standardSchemas();

// `path` is that of an import without its first slash. What belongs to another language is also
// found without the folder, as in "go.capnp", because that is where its users expect it.
std::optional<std::string_view> standardSchema(std::string_view path);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
