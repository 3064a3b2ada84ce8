// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/wide_request.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "tools/compiler/request_writer.h"
#include "tools/compiler/standard_schemas.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

// Tells whether a file seems to import one that is not built in; comments are not told apart.
bool hasImports(std::string_view text) {
  constexpr std::string_view kImport = "import";
  for (std::size_t at; (at = text.find(kImport)) != std::string_view::npos;) {
    text.remove_prefix(at + kImport.size());
    const std::size_t quote = text.find_first_not_of(" \t\r\n");
    if (quote == std::string_view::npos || text[quote] != '"') continue;
    std::string_view path = text.substr(quote + 1);
    path = path.substr(0, path.find('"'));
    if (!path.starts_with('/') || !standardSchema(path.substr(1)).has_value()) return true;
  }
  return false;
}

bool isRequested(const Compilation& compilation, const Module& module) {
  const std::vector<Module*>& requested = compilation.requested();
  return std::find(requested.begin(), requested.end(), &module) != requested.end();
}

}  // namespace

std::vector<std::string> writeWideRequest(const Compilation& compilation,
                                          const SourceFinderOptions& options, MessageBuilder& out) {
  const auto& modules = compilation.modules().all();
  const bool isNeeded = std::any_of(modules.begin(), modules.end(), [&](const auto& module) {
    return !isRequested(compilation, *module) && !module->isBuiltIn() &&
           hasImports(module->source->text());
  });
  if (!isNeeded) return {};
  std::vector<std::string> files = compilation.modules().filesRead();
  for (;;) {
    Compilation wider(options);
    if (!wider.run(files)) return {};
    std::vector<std::string> read = wider.modules().filesRead();
    if (read.size() == files.size()) {
      writeRequest(wider, out);
      return files;
    }
    files = std::move(read);
  }
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
