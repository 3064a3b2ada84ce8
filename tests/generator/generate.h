// SPDX-License-Identifier: Apache-2.0
// Runs the front end and the generator inside of the test.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "capstan/compiler/schema_parser.h"
#include "capstan/message/message_builder.h"
#include "tests/support/files.h"
#include "tools/compiler/cpp_generator.h"

namespace capstan::support {

struct GeneratedFile {
  std::string path;
  std::string content;
};
using GeneratedFiles = absl::StatusOr<std::vector<GeneratedFile>>;

// Generates into memory.
inline GeneratedFiles generateFor(schema::CodeGeneratorRequest::Reader request) {
  class Kept : public compiler::GeneratedFiles {
   public:
    absl::Status begin(std::string_view path) override {
      files.push_back({std::string(path), {}});
      return absl::OkStatus();
    }
    absl::Status write(std::string_view text) override {
      files.back().content += text;
      return absl::OkStatus();
    }

    std::vector<GeneratedFile> files;
  };
  Kept kept;
  const absl::Status status = compiler::generateCpp(request, kept);
  if (!status.ok()) return status;
  return std::move(kept.files);
}

// Generates from one schema file of the tree.
inline GeneratedFiles generateFrom(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  compiler::SchemaParserOptions options;
  options.sourcePrefixes = {folder};
  compiler::SchemaParser parser(std::move(options));
  MessageBuilder request;
  const absl::Status parsed = parser.parse({path}, request);
  if (!parsed.ok()) return parsed;
  return generateFor(request.getRootReader<schema::CodeGeneratorRequest>());
}

// Generates from texts by file name, for those that are named.
inline GeneratedFiles generateFromTexts(const std::map<std::string, std::string>& texts,
                                        const std::vector<std::string>& names = {"main.capnp"}) {
  compiler::SchemaParserOptions options;
  options.readFile = [&](const std::string& path) -> std::optional<std::string> {
    const auto found = texts.find(path);
    return found == texts.end() ? std::nullopt : std::optional(found->second);
  };
  compiler::SchemaParser parser(std::move(options));
  MessageBuilder request;
  const absl::Status parsed = parser.parse(names, request);
  if (!parsed.ok()) return parsed;
  return generateFor(request.getRootReader<schema::CodeGeneratorRequest>());
}

// The same for one file; its id stands before `text`.
inline GeneratedFiles generateFromText(std::string_view text) {
  return generateFromTexts({{"main.capnp", "@0x8123456789abcdef;\n" + std::string(text)}});
}

// The schema files right below a folder of the tree, in order.
inline std::vector<std::string> schemasIn(std::string_view folder) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(sourcePath(folder))) {
    if (entry.path().extension() == ".capnp") paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

// All that the tests of generated code go through.
inline std::vector<std::string> everySchema() {
  std::vector<std::string> paths = schemasIn("tests/schemas");
  for (const char* folder : {"schemas", "tests/generator/golden"}) {
    for (std::string& path : schemasIn(folder)) paths.push_back(std::move(path));
  }
  return paths;
}

}  // namespace capstan::support
