// SPDX-License-Identifier: Apache-2.0
#include "tools/commands/inspect_command.h"

#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include <unistd.h>

#include "absl/strings/str_cat.h"
#include "capstan/codec/framing.h"
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

constexpr std::uint64_t kAnyWords = ~std::uint64_t{0};
constexpr std::size_t kReadBytes = std::size_t{64} << 10;

// The bytes of the whole messages at the front of `bytes`. What is no message, or too large a one,
// ends them.
std::size_t wholeMessages(Bytes bytes, std::uint64_t limitWords) {
  std::size_t whole = 0;
  SegmentTable table;
  while (parseSegmentTable(bytes.from(whole), limitWords, table) == FaultKind::kNone) {
    if (table.messageBytes() > bytes.size() - whole) break;
    whole += static_cast<std::size_t>(table.messageBytes());
  }
  return whole;
}

// Whether more than the limit is held of a message, or of what is none.
bool isTooMuch(Bytes held, std::uint64_t limitWords) {
  SegmentTable table;
  const bool hasTable = parseSegmentTable(held, kAnyWords, table) == FaultKind::kNone;
  return held.size() / kBytesPerWord >
         limitWords + (hasTable ? table.tableBytes / kBytesPerWord : 0);
}

// Inspects message by message. What is behind the last whole one is read to its end.
absl::Status inspectStream(ByteSource& from, std::uint64_t limitWords, Inspector& inspector) {
  std::string held;
  for (;;) {
    if (isTooMuch(held, limitWords)) {
      return absl::ResourceExhaustedError(
          absl::StrCat("a message, or what is none, is larger than ", limitWords, " words"));
    }
    const absl::StatusOr<std::size_t> got = readBehind(from, kReadBytes, held);
    const std::size_t whole = wholeMessages(held, limitWords);
    const bool isEnd = !got.ok() || *got == 0;
    absl::Status status = inspector.inspectStream(Bytes(held).first(isEnd ? held.size() : whole));
    if (!status.ok()) return status;
    if (isEnd) return got.status();
    held.erase(0, whole);
  }
}

absl::Status inspectSegment(ByteSource& from, std::uint64_t limitWords, Inspector& inspector) {
  std::string words;
  const absl::Status status = readToEnd(from, limitWords, words);
  if (absl::IsResourceExhausted(status)) return status;
  absl::Status inspected = inspector.inspectSegment(words);
  return inspected.ok() ? status : inspected;
}

absl::Status inspectInput(const InspectCommand& command, Inspector& inspector) {
  absl::StatusOr<std::unique_ptr<InputStream>> input = InputStream::open(command.input);
  if (!input.ok()) return input.status();
  PackedSource unpacked(**input);
  ByteSource& source = command.isPacked ? static_cast<ByteSource&>(unpacked) : **input;
  absl::Status status = command.isFlat ? inspectSegment(source, command.maxWords, inspector)
                                       : inspectStream(source, command.maxWords, inspector);
  if (absl::IsResourceExhausted(status)) {
    return absl::ResourceExhaustedError(
        absl::StrCat(status.message(), ": --max-words raises the limit"));
  }
  // What is wrong with the packing is a fault of the input, not of reading it.
  if (!command.isPacked || !absl::IsInvalidArgument(status)) return status;
  return inspector.addFault(std::string(status.message()));
}

}  // namespace

absl::StatusOr<std::uint64_t> inspectMessages(const InspectCommand& command, ByteSink& to) {
  absl::StatusOr<std::unique_ptr<SchemaPlaces>> schema = loadSchema(command);
  if (!schema.ok()) return schema.status();
  absl::StatusOr<ExpectedType> root = ExpectedType();
  if (*schema != nullptr) root = (*schema)->rootType(command.schema, command.type);
  if (!root.ok()) return root.status();
  Inspector inspector(to, schema->get(), *root);
  absl::Status status = inspectInput(command, inspector);
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
