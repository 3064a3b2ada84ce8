// SPDX-License-Identifier: Apache-2.0
// SchemaParser: the front end of the schema compiler, as a library.
//
//   capstan::compiler::SchemaParser parser({.importDirs = {"schemas"}});
//   absl::StatusOr<ParsedSchemas> schemas = parser.parse({"addressbook.capnp"});
//   for (const auto& diagnostic : parser.diagnostics()) log(diagnostic.text);
//
// Schemas come from the file system, from texts in memory (`files`), or from wherever `readFile`
// takes them. The result is a CodeGeneratorRequest (schemas/capnp/schema.capnp), which is what
// every code generator reads, and what ParsedSchemas finds nodes in.
//
// Threads: a parser is used by one thread at a time; parsers share nothing.
// Security: takes any text. Nesting, the number of messages and the memory that values take are
// bounded; nothing is thrown. Which files an import can reach is up to `readFile`.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "capstan/base/config.h"
#include "capstan/compiler/parsed_schemas.h"
#include "capstan/message/message_builder.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

struct SchemaDiagnostic {
  std::string file;  // empty: about no file
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  bool isError = true;
  std::string message;
  // All of it, as `file:line:col-col: error: message`, and a line for each related place.
  std::string text;
  // The same for people at a terminal: below each place the line of the source, the range marked.
  std::string textWithSource;
};

struct SchemaParserOptions {
  // Searched in order for absolute imports, such as `import "/dir/file.capnp"`.
  std::vector<std::string> importDirs;

  // Left out of file names and display names; the longest that fits is taken.
  std::vector<std::string> sourcePrefixes;

  // Whether the standard schemas (`/capnp/c++.capnp` and so on), which are built in, can be
  // imported. They come after `importDirs`.
  bool standardImports = true;

  // Searched in order for absolute imports that are in none of the above, such as the schemas that
  // packages of a system install.
  std::vector<std::string> systemDirs = {};

  // What relative paths are relative to; display names of files below it are. Empty: paths stay as
  // they are given, which suits a `readFile` of one's own.
  std::string workingDirectory;

  // Returns: the text of a file, or nothing if there is none. Empty: files of the file system, or
  // none if there are `files`.
  std::function<std::optional<std::string>(const std::string& path)> readFile;

  // Texts by path, with '.' and '..' folded. They come before what `readFile` has.
  std::map<std::string, std::string> files = {};

  // Called for each error and warning once they have all been found, in that order.
  std::function<void(const SchemaDiagnostic&)> onDiagnostic = {};
};

class SchemaParser {
 public:
  explicit SchemaParser(SchemaParserOptions options = {}) : options_(std::move(options)) {}

  // Compiles files.
  // Errors: InvalidArgument if there was any error, with the first one's text; what was found with
  // warnings only is returned.
  // Lifetime: the result does not refer to the parser.
  absl::StatusOr<ParsedSchemas> parse(const std::vector<std::string>& files);

  // Compiles files and makes the request the root of `request`.
  // Errors: InvalidArgument if there was any error, with the first one's text; `request` is then
  // left alone. ResourceExhausted does not occur: exhaustion of `request` ends as everywhere.
  absl::Status parse(const std::vector<std::string>& files, MessageBuilder& request);

  // What the last parse() had to say, errors and warnings in the order in which they were found.
  const std::vector<SchemaDiagnostic>& diagnostics() const { return diagnostics_; }

  // The files of the file system (or of `readFile`) that the last parse() read.
  const std::vector<std::string>& filesRead() const { return filesRead_; }

 private:
  std::optional<std::string> read(const std::string& path) const;

  SchemaParserOptions options_;
  std::vector<SchemaDiagnostic> diagnostics_;
  std::vector<std::string> filesRead_;
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler
