// SPDX-License-Identifier: Apache-2.0
#include "tools/commands/inspect_command.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include <unistd.h>

#include "absl/strings/str_cat.h"
#include "capstan/codec/packed_stream.h"
#include "capstan/compiler/schema_parser.h"
#include "tools/commands/inspector.h"
#include "tools/commands/schema_places.h"
#include "tools/commands/standard_stream.h"
#include "tools/compiler/messages.h"

namespace capstan::inline CAPSTAN_ABI::commands {
namespace {

absl::StatusOr<std::unique_ptr<SchemaPlaces>> loadSchema(const InspectCommand& command) {
  if (command.schema.empty()) return nullptr;
  if (command.type.empty()) {
    return absl::InvalidArgumentError("say which type of the schema the messages' root is");
  }
  std::error_code error;
  compiler::SchemaParser parser({.importDirs = command.importDirs,
                                 .sourcePrefixes = {},
                                 .workingDirectory = std::filesystem::current_path(error).string(),
                                 .readFile = {}});
  absl::StatusOr<compiler::ParsedSchemas> schemas = parser.parse({command.schema});
  for (const compiler::SchemaDiagnostic& diagnostic : parser.diagnostics()) {
    if (diagnostic.isError) compiler::printMessage(diagnostic.text, diagnostic.textWithSource);
  }
  if (!schemas.ok()) return absl::InvalidArgumentError("the schema has errors");
  return std::make_unique<SchemaPlaces>(*std::move(schemas));
}

// Reads the words of the input. What is wrong with their packing goes to `packing`.
absl::Status readWords(const InspectCommand& command, std::string& to, absl::Status& packing) {
  absl::StatusOr<std::unique_ptr<InputStream>> input = InputStream::open(command.input);
  if (!input.ok()) return input.status();
  absl::Status status;
  if (command.isPacked) {
    PackedSource unpacked(**input);
    status = readToEnd(unpacked, command.maxWords, to);
    if (absl::IsInvalidArgument(status)) packing = std::exchange(status, absl::OkStatus());
  } else {
    status = readToEnd(**input, command.maxWords, to);
  }
  if (!absl::IsResourceExhausted(status)) return status;
  return absl::ResourceExhaustedError(
      absl::StrCat(status.message(), ": --max-words raises the limit"));
}

}  // namespace

absl::StatusOr<std::uint64_t> inspectMessages(const InspectCommand& command, ByteSink& to) {
  absl::StatusOr<std::unique_ptr<SchemaPlaces>> schema = loadSchema(command);
  if (!schema.ok()) return schema.status();
  absl::StatusOr<ExpectedType> root = ExpectedType();
  if (*schema != nullptr) root = (*schema)->rootType(command.schema, command.type);
  if (!root.ok()) return root.status();
  std::string words;
  absl::Status packing;
  absl::Status status = readWords(command, words, packing);
  if (!status.ok()) return status;
  Inspector inspector(to, schema->get(), *root);
  status = command.isFlat ? inspector.inspectSegment(words) : inspector.inspectStream(words);
  if (status.ok() && !packing.ok()) {
    status = inspector.addFault(std::string(packing.message()));
  }
  if (!status.ok()) return status;
  return inspector.faults();
}

int runInspect(const InspectCommand& command) {
  OutputStream output(STDOUT_FILENO);
  const absl::StatusOr<std::uint64_t> faults = inspectMessages(command, output);
  if (faults.ok()) return *faults == 0 ? 0 : 1;
  compiler::printStatus(faults.status());
  return 1;
}

}  // namespace capstan::inline CAPSTAN_ABI::commands
