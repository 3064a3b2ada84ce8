// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/name_guess.h"

#include <algorithm>
#include <array>
#include <utility>

#include "tools/compiler/char_reader.h"

namespace capstan::inline CAPSTAN_ABI::compiler {
namespace {

std::string lowerCase(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (isUpper(c)) c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

using Row = std::array<std::size_t, NameGuess::kMaxSize + 1>;

// Requires: both are at most kMaxSize long.
std::size_t editDistance(std::string_view a, std::string_view b) {
  Row beforeLast{}, last{}, row{};
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      std::size_t changed = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, changed});
      bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], beforeLast[j - 2] + 1);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.size()];
}

}  // namespace

NameGuess::NameGuess(std::string_view wanted)
    : wanted_(lowerCase(wanted)), bestDistance_(std::min<std::size_t>(wanted.size() / 3, 3) + 1) {}

void NameGuess::add(std::string_view known) {
  if (wanted_.size() > kMaxSize || known.size() > kMaxSize) return;
  std::size_t difference =
      std::max(known.size(), wanted_.size()) - std::min(known.size(), wanted_.size());
  if (difference >= bestDistance_ || ++looked_ > kMaxNames) return;
  std::size_t distance = editDistance(wanted_, lowerCase(known));
  if (distance >= bestDistance_) return;
  bestDistance_ = distance;
  best_ = known;
}

std::string NameGuess::hint() const {
  return best_.empty() ? "" : "; did you mean '" + best_ + "'?";
}

std::string_view foreignTypeName(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"string", "Text"}, {"str", "Text"},       {"bytes", "Data"},        {"blob", "Data"},
      {"binary", "Data"}, {"boolean", "Bool"},   {"int", "Int32"},         {"integer", "Int64"},
      {"long", "Int64"},  {"short", "Int16"},    {"uint", "UInt32"},       {"byte", "UInt8"},
      {"char", "Int8"},   {"float", "Float32"},  {"double", "Float64"},    {"array", "List"},
      {"vector", "List"}, {"any", "AnyPointer"}, {"object", "AnyPointer"},
  };
  std::string lower = lowerCase(name);
  for (auto [foreign, own] : kNames) {
    if (lower == foreign) return own;
  }
  return "";
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
