// SPDX-License-Identifier: Apache-2.0
// How names of schemas become names of C++.
//
//   type        PhoneNumber   as it is; a group `employment` is the type Employment
//   accessors   phoneNumber   getPhoneNumber, setPhoneNumber, ...
//   constants, enumerators    twoBytes -> TWO_BYTES
//
// What would be a keyword, a macro of a common header, or a name that is taken gets an underscore
// at its end. $Cxx.name replaces the schema's name before any of this.
#pragma once

#include <initializer_list>
#include <set>
#include <string>
#include <string_view>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

// "phoneNumber" -> "PhoneNumber".
std::string capitalized(std::string_view name);

// "twoBytes" -> "TWO_BYTES"; every capital letter starts a word.
std::string upperSnake(std::string_view name);

// Tells whether the text has the form of an identifier.
bool isIdentifier(std::string_view name);

// Tells whether the name is a keyword, a macro, or the name of a namespace that generated code
// speaks of.
bool isReserved(std::string_view name);

// The names of one scope of C++.
class NameScope {
 public:
  NameScope(std::initializer_list<std::string_view> taken = {})
      : taken_(taken.begin(), taken.end()) {}

  // Returns: the name, or the first of name_, name__, ... that is free and not reserved; it is
  // taken from then on.
  std::string claim(std::string_view name);
  // The same for what is only a part of a name, as X in getX: nothing is reserved.
  std::string claimPart(std::string_view name);

 private:
  std::set<std::string, std::less<>> taken_;
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
