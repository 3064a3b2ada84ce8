// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/diagnostics.h"

#include <utility>

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

std::string formatPlace(const SourceFile* file, ByteRange range) {
  if (file == nullptr) return "";
  LineColumn begin = file->locate(range.begin);
  LineColumn end = file->locate(range.end);
  std::string out =
      file->name() + ":" + std::to_string(begin.line) + ":" + std::to_string(begin.column);
  if (range.end > range.begin && end.line == begin.line) {
    out += "-" + std::to_string(end.column);
  }
  return out + ": ";
}

}  // namespace

void Diagnostics::error(const SourceFile& file, ByteRange range, std::string text) {
  add({.file = &file, .range = range, .text = std::move(text), .notes = {}});
}

void Diagnostics::error(const SourceFile& file, ByteRange range, std::string text, Note note) {
  Finding finding{.file = &file, .range = range, .text = std::move(text), .notes = {}};
  finding.notes.push_back(std::move(note));
  add(std::move(finding));
}

void Diagnostics::error(std::string text) {
  Finding finding;
  finding.text = std::move(text);
  add(std::move(finding));
}

void Diagnostics::warning(const SourceFile& file, ByteRange range, std::string text) {
  add({.file = &file,
       .range = range,
       .severity = Severity::kWarning,
       .text = std::move(text),
       .notes = {}});
}

void Diagnostics::add(Finding finding) {
  if (finding.severity == Severity::kError) ++errorCount_;
  if (findings_.size() < kMaxFindings) findings_.push_back(std::move(finding));
}

std::string format(const Finding& finding) {
  std::string out = formatPlace(finding.file, finding.range);
  out += finding.severity == Severity::kError ? "error: " : "warning: ";
  out += finding.text;
  for (const Note& note : finding.notes) {
    out += "\n" + formatPlace(note.file, note.range) + "note: " + note.text;
  }
  return out;
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
