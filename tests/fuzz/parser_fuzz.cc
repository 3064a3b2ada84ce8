// SPDX-License-Identifier: Apache-2.0
// The schema compiler's parser: a tree whose ranges lie in the text and in each other.
#include "tools/compiler/parser.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace {

using namespace capstan::compiler;

void check(const Declaration& declaration, std::uint32_t begin, std::uint32_t end, int depth) {
  ByteRange range = declaration.range;
  if (range.begin < begin || range.end > end || range.begin > range.end) __builtin_trap();
  if (depth > kMaxNesting + 1) __builtin_trap();
  for (const auto& child : declaration.children) check(*child, range.begin, range.end, depth + 1);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  SourceFile file("fuzz.capnp", std::string(reinterpret_cast<const char*>(data), size));
  Diagnostics diagnostics;
  SyntaxTree root = parseFile(file, diagnostics);
  if (root->kind != DeclarationKind::kFile) __builtin_trap();
  check(*root, 0, static_cast<std::uint32_t>(size), 0);
  for (const Finding& finding : diagnostics.findings()) {
    if (finding.range.end > size || formatWithSource(finding).empty()) __builtin_trap();
  }
  return 0;
}
