// SPDX-License-Identifier: Apache-2.0
// One schema file's text, and the way from byte offsets to lines and columns.
//
// Everything that the front end makes from a file refers to its text by byte ranges; only messages
// need lines and columns, so these are computed when a message is worded. Used by one thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Bytes [begin, end) of a source file.
struct ByteRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

// Counted from one; columns are bytes.
struct LineColumn {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

class SourceFile {
 public:
  // Longer files are refused by who reads them, so that offsets fit 32 bits.
  static constexpr std::size_t kMaxBytes = 64u << 20;

  // Requires: text.size() <= kMaxBytes.
  SourceFile(std::string name, std::string text);

  SourceFile(const SourceFile&) = delete;
  SourceFile& operator=(const SourceFile&) = delete;

  // The name that messages and display names use.
  const std::string& name() const { return name_; }
  // A NUL stands behind the last byte.
  std::string_view text() const { return text_; }
  std::string_view text(ByteRange range) const {
    return text().substr(range.begin, range.end - range.begin);
  }

  // Cost: logarithmic in the number of lines, after the first call.
  LineColumn locate(std::uint32_t offset) const;

 private:
  void findLines() const;

  std::string name_;
  std::string text_;
  // Made by the first call of locate(): a file without mistakes needs none.
  mutable std::vector<std::uint32_t> lineStarts_;
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler
