// SPDX-License-Identifier: Apache-2.0
// The form of printed messages: literals, brackets, and where lines break.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::internal {

// Builds the text. Brackets are opened, filled item by item and closed; only when one is closed is
// it known whether its items fit on a line. Until then a mark stands between them that no literal
// contains.
class TextForm {
 public:
  enum class Kind : std::uint8_t { kRecord, kList };

  // A bracket that is open.
  struct Bracket {
    Kind kind;
    bool isValue;  // it stands behind a field's name, so that its first item gets a line of its own
    std::size_t start;
    std::size_t item;  // where the item at hand begins; 0 before the first
    std::size_t longest = 0;
    std::size_t total = 0;
  };

  TextForm(bool breaksLines, std::size_t limitBytes)
      : limitBytes_(limitBytes), breaksLines_(breaksLines) {}

  Bracket open(Kind kind, bool isValue);
  void beginItem(Bracket& bracket);
  void close(Bracket& bracket);

  void word(std::string_view text) { text_ += text; }
  void integer(std::int64_t value);
  void integer(std::uint64_t value);
  void number(float value);
  void number(double value);
  // In quotes. `escapesHigh`: bytes from 0x80 on are escaped too, as in data.
  void quoted(std::string_view bytes, bool escapesHigh);

  // Whether the limit has been passed; what is printed is then bounded by the caller.
  bool isFull() const { return text_.size() > limitBytes_; }
  std::string take() { return std::move(text_); }

 private:
  void endItem(Bracket& bracket) const;
  void joinLine(std::size_t from);
  void breakLines(const Bracket& bracket);

  std::string text_;
  std::size_t limitBytes_;
  std::size_t level_ = 0;  // brackets that are open
  bool breaksLines_;
};

}  // namespace capstan::inline CAPSTAN_ABI::internal
