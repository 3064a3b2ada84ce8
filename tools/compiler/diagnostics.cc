// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/diagnostics.h"

#include <utility>

#include "tools/compiler/source_excerpt.h"
#include "tools/compiler/utf8.h"

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

std::string formatHead(const Finding& finding) {
  std::string_view severity = finding.severity == Severity::kError ? "error: " : "warning: ";
  return printable(formatPlace(finding.file, finding.range).append(severity).append(finding.text));
}

std::string formatNote(const Note& note) {
  return printable(formatPlace(note.file, note.range) + "note: " + note.text);
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
  std::string out = formatHead(finding);
  for (const Note& note : finding.notes) out += "\n" + formatNote(note);
  return out;
}

std::string formatWithSource(const Finding& finding) {
  std::string out = formatHead(finding);
  if (finding.file != nullptr) out += sourceExcerpt(*finding.file, finding.range);
  for (const Note& note : finding.notes) {
    out += "\n" + formatNote(note);
    if (note.file != nullptr) out += sourceExcerpt(*note.file, note.range);
  }
  return out;
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
