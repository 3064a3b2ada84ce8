// SPDX-License-Identifier: Apache-2.0
#include "capstan/compiler/schema_parser.h"

#include <utility>

#include "capstan/base/absl_text.h"
#include "tools/compiler/compilation.h"
#include "tools/compiler/request_writer.h"

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

absl::Status SchemaParser::parse(const std::vector<std::string>& files, MessageBuilder& request) {
  diagnostics_.clear();
  filesRead_.clear();
  Compilation compilation({.importDirs = options_.importDirs,
                           .sourcePrefixes = options_.sourcePrefixes,
                           .standardImports = options_.standardImports,
                           .workingDirectory = options_.workingDirectory,
                           .readFile = options_.readFile});
  bool ok = compilation.run(files);
  for (const Finding& finding : compilation.diagnostics().findings()) {
    diagnostics_.push_back(toPublic(finding));
  }
  for (const auto& module : compilation.modules().modules()) {
    if (!module->found.path.starts_with(kStandardBase)) filesRead_.push_back(module->found.path);
  }
  if (!ok) return firstError(diagnostics_);
  writeRequest(compilation, request);
  return absl::OkStatus();
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
