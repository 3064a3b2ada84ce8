// SPDX-License-Identifier: Apache-2.0
// The errors and warnings found while schemas are compiled.
//
// Every stage adds what it finds and goes on; nothing is thrown and nothing is printed. A stage
// that meets something already reported (a name that did not resolve, a file that did not parse)
// stays silent, so that one mistake gives one message.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tools/compiler/source_file.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

enum class Severity : std::uint8_t { kError, kWarning };

// A second place that a message speaks of.
struct Note {
  const SourceFile* file = nullptr;
  ByteRange range;
  std::string text;
};

struct Finding {
  const SourceFile* file = nullptr;  // null: about no file
  ByteRange range;
  Severity severity = Severity::kError;
  std::string text;
  std::vector<Note> notes;
};

class Diagnostics {
 public:
  // Garbage can be wrong at every byte: later errors than this are counted, not kept.
  static constexpr std::size_t kMaxFindings = 500;

  void error(const SourceFile& file, ByteRange range, std::string text);
  // An error that has to do with an earlier place.
  void error(const SourceFile& file, ByteRange range, std::string text, Note note);
  // An error without a place, such as a file of the command line that cannot be read.
  void error(std::string text);
  void warning(const SourceFile& file, ByteRange range, std::string text);

  bool hasErrors() const { return errorCount_ > 0; }
  std::size_t errorCount() const { return errorCount_; }

  // In the order in which they were found.
  const std::vector<Finding>& findings() const { return findings_; }

 private:
  void add(Finding finding);

  std::vector<Finding> findings_;
  std::size_t errorCount_ = 0;
};

// Returns: `file:line:col-col: error: text`, and a line for each note. The end column is left out
// of an empty range and of one over several lines. Characters that do not print are '?'.
std::string format(const Finding& finding);

// The same, and below each place the line of the source with the range marked.
std::string formatWithSource(const Finding& finding);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
