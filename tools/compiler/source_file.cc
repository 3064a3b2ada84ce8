// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/source_file.h"

#include <algorithm>
#include <utility>

namespace capstan::inline CAPSTAN_ABI::compiler {

SourceFile::SourceFile(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)) {}

void SourceFile::findLines() const {
  lineStarts_.push_back(0);
  for (std::size_t at = text_.find('\n'); at != std::string::npos; at = text_.find('\n', at + 1)) {
    lineStarts_.push_back(static_cast<std::uint32_t>(at + 1));
  }
}

LineColumn SourceFile::locate(std::uint32_t offset) const {
  if (lineStarts_.empty()) findLines();
  auto next = std::upper_bound(lineStarts_.begin(), lineStarts_.end(), offset);
  auto line = static_cast<std::uint32_t>(next - lineStarts_.begin());
  return {.line = line, .column = offset - *(next - 1) + 1};
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
