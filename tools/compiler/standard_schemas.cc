// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/standard_schemas.h"

#include <algorithm>
#include <string>

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

constexpr std::string_view kAlsoAtTheRoot[] = {"go.capnp", "rust.capnp", "csharp.capnp",
                                               "java.capnp"};

}  // namespace

std::optional<std::string_view> standardSchema(std::string_view path) {
  std::string full(path);
  bool root = std::find(std::begin(kAlsoAtTheRoot), std::end(kAlsoAtTheRoot), path) !=
              std::end(kAlsoAtTheRoot);
  if (root) full = "capnp/" + full;
  for (const StandardSchema& schema : standardSchemas()) {
    if (schema.path == full) return schema.text;
  }
  return std::nullopt;
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
