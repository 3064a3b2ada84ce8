// SPDX-License-Identifier: Apache-2.0
// Compiles schemas that stand in a test's text.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/compiler/compilation.h"

namespace capstan::support {

// The first line of most schemas below.
inline constexpr const char* kFileId = "@0x8123456789abcdef;\n";

// Files by name. The first one named "main.capnp" is what is compiled.
using TextFiles = std::map<std::string, std::string>;

// Returns: such as "c12". (g++ 12 warns of std::string's own code in "c" + std::to_string(12).)
inline std::string numberedName(std::string_view stem, std::size_t number) {
  std::string out(stem);
  out += std::to_string(number);
  return out;
}

struct CompiledText {
  std::unique_ptr<compiler::Compilation> compilation;
  bool ok = false;

  std::string messages() const {
    std::string out;
    for (const auto& finding : compilation->diagnostics().findings()) {
      out += compiler::format(finding) + "\n";
    }
    return out;
  }
  // Returns: null if there is no such node.
  const compiler::Node* node(std::string_view displayName) const {
    for (const compiler::Node* node : compilation->nodes()) {
      if (node->displayName == displayName) return node;
    }
    return nullptr;
  }
  // The value of a constant of main.capnp.
  const compiler::Value& value(const std::string& name) const {
    const compiler::Node* found = node("main.capnp:" + name);
    static const compiler::Value kNone{};
    return found == nullptr || found->value == nullptr ? kNone : *found->value;
  }
};

inline CompiledText compileFiles(TextFiles files) {
  CompiledText out;
  compiler::SourceFinderOptions options;
  options.importDirs = {"imports"};
  options.readFile = [files =
                          std::move(files)](const std::string& path) -> std::optional<std::string> {
    auto found = files.find(path);
    if (found == files.end()) return std::nullopt;
    return found->second;
  };
  out.compilation = std::make_unique<compiler::Compilation>(std::move(options));
  out.ok = out.compilation->run({"main.capnp"});
  return out;
}

// Compiles kFileId and `text` as main.capnp.
inline CompiledText compileText(std::string_view text) {
  return compileFiles({{"main.capnp", kFileId + std::string(text)}});
}

}  // namespace capstan::support
