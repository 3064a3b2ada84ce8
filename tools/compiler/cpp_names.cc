// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/cpp_names.h"

#include <algorithm>

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

namespace {

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isCapital(char c) { return c >= 'A' && c <= 'Z'; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

}  // namespace

std::string capitalized(std::string_view name) {
  std::string result(name);
  if (!result.empty()) result[0] = upper(result[0]);
  return result;
}

std::string upperSnake(std::string_view name) {
  std::string result;
  for (char c : name) {
    if (isCapital(c) && !result.empty()) result += '_';
    result += upper(c);
  }
  return result;
}

bool isIdentifier(std::string_view name) {
  if (name.empty() || !isLetter(name[0])) return false;
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return isLetter(c) || (c >= '0' && c <= '9'); });
}

bool NameScope::isFixed(std::string_view name) const {
  return std::find(fixed_.begin(), fixed_.end(), name) != fixed_.end();
}

bool NameScope::take(std::string_view name) {
  constexpr std::size_t kFew = 24;
  if (!many_.empty()) return many_.insert(name).second;
  if (std::find(few_.begin(), few_.end(), name) != few_.end()) return false;
  if (few_.empty()) few_.reserve(kFew);
  few_.push_back(name);
  if (few_.size() == kFew) many_.insert(few_.begin(), few_.end());
  return true;
}

std::string_view NameScope::claimUsable(std::string_view name, bool canBeReserved) {
  constexpr int kMaxUnderscores = 8;
  std::string_view made = name;
  for (int tries = 0; (!canBeReserved && isReserved(made)) || isFixed(made) || !take(made);
       ++tries) {
    made =
        tries < kMaxUnderscores ? text_.join(made, "_") : text_.join(name, "_", Digits(++crowd_));
  }
  return made;
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
