// SPDX-License-Identifier: Apache-2.0
// The schema compiler, from text to request and accessors. Text after a NUL is an imported file.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "capstan/compiler/schema_parser.h"
#include "capstan/message/message_builder.h"
#include "tests/fuzz/generated_length.h"
#include "tools/compiler/cpp_generator.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  std::size_t nul = text.find('\0');
  std::string imported = nul == std::string::npos ? "" : text.substr(nul + 1);
  text = text.substr(0, nul);
  capstan::compiler::SchemaParserOptions options;
  options.readFile = [&](const std::string& path) -> std::optional<std::string> {
    if (path == "main.capnp") return text;
    return imported;
  };
  capstan::compiler::SchemaParser parser(options);
  capstan::MessageBuilder request;
  bool ok = parser.parse({"main.capnp"}, request).ok();
  bool hasError = false;
  for (const auto& diagnostic : parser.diagnostics()) hasError = hasError || diagnostic.isError;
  if (ok == hasError) __builtin_trap();
  if (!ok) return 0;
  capstan::fuzz::GeneratedLength files;
  const auto root = request.getRootReader<capstan::schema::CodeGeneratorRequest>();
  const absl::Status generated = capstan::compiler::generateCpp(root, files);
  if (generated.ok() && files.files() != 2) __builtin_trap();
  return 0;
}
