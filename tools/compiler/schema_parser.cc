// SPDX-License-Identifier: Apache-2.0
#include "capstan/compiler/schema_parser.h"

#include <utility>

#include "capstan/base/absl_text.h"
#include "tools/compiler/compilation.h"
#include "tools/compiler/request_writer.h"
#include "tools/compiler/source_finder.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

SchemaDiagnostic toPublic(const Finding& finding) {
  SchemaDiagnostic out;
  if (finding.file != nullptr) {
    LineColumn place = finding.file->locate(finding.range.begin);
    out.file = finding.file->name();
    out.line = place.line;
    out.column = place.column;
  }
  out.isError = finding.severity == Severity::kError;
  out.message = finding.text;
  out.text = format(finding);
  out.textWithSource = formatWithSource(finding);
  return out;
}

absl::Status firstError(const std::vector<SchemaDiagnostic>& diagnostics) {
  for (const SchemaDiagnostic& diagnostic : diagnostics) {
    if (diagnostic.isError) return absl::InvalidArgumentError(abslText(diagnostic.text));
  }
  return absl::InvalidArgumentError("the schemas have errors");
}

}  // namespace

std::optional<std::string> SchemaParser::read(const std::string& path) const {
  auto text = options_.files.find(path);
  if (text != options_.files.end()) return text->second;
  if (options_.readFile) return options_.readFile(path);
  return options_.files.empty() ? readSchemaFile(path) : std::nullopt;
}

absl::StatusOr<ParsedSchemas> SchemaParser::parse(const std::vector<std::string>& files) {
  auto request = std::make_unique<MessageBuilder>();
  absl::Status status = parse(files, *request);
  if (!status.ok()) return status;
  return ParsedSchemas(std::move(request));
}

absl::Status SchemaParser::parse(const std::vector<std::string>& files, MessageBuilder& request) {
  diagnostics_.clear();
  filesRead_.clear();
  Compilation compilation({.importDirs = options_.importDirs,
                           .sourcePrefixes = options_.sourcePrefixes,
                           .standardImports = options_.standardImports,
                           .systemDirs = options_.systemDirs,
                           .workingDirectory = options_.workingDirectory,
                           .readFile = [this](const std::string& path) { return read(path); }});
  bool ok = compilation.run(files);
  for (const Finding& finding : compilation.diagnostics().findings()) {
    diagnostics_.push_back(toPublic(finding));
    if (options_.onDiagnostic) options_.onDiagnostic(diagnostics_.back());
  }
  filesRead_ = compilation.modules().filesRead();
  if (!ok) return firstError(diagnostics_);
  writeRequest(compilation, request);
  return absl::OkStatus();
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
