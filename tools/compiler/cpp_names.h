// SPDX-License-Identifier: Apache-2.0
// How names of schemas become names of C++.
//
//   type        PhoneNumber   as it is; a group `employment` is the type Employment
//   accessors   phoneNumber   getPhoneNumber, setPhoneNumber, ...
//   constants, enumerators    twoBytes -> TWO_BYTES
//
//   parameters  T             as it is
//
// What would be a keyword, a macro of a common header (the table is in cpp_reserved_names.cc), or a
// name that is taken gets an underscore at its end, and where eight are not enough, a number. Taken
// are, in this order, what a type has of itself (Reader, Builder, Slots, Which, ...) and its own
// name; what the schema declares in it; what is made of that: SayParams, SayResults and SayMethod
// of a method, BoxShared of a generic type. Parameters come last. $Cxx.name replaces the schema's
// name before any of this.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "capstan/base/config.h"
#include "tools/compiler/cpp_text.h"

namespace capstan::inline CAPSTAN_ABI::compiler::cpp {

// "phoneNumber" -> "PhoneNumber".
std::string capitalized(std::string_view name);

// "twoBytes" -> "TWO_BYTES"; every capital letter starts a word.
std::string upperSnake(std::string_view name);

// Tells whether the text has the form of an identifier.
bool isIdentifier(std::string_view name);

// Tells whether the name is in the table of names that generated code cannot use.
bool isReserved(std::string_view name);
// All of the table, in order.
std::span<const std::string_view> reservedNames();

// The names of one scope of C++. What it is given must live as long as itself; what it makes of
// that lives in the arena.
class NameScope {
 public:
  // Lifetime: `fixed` are taken, too, and outlive the scope.
  explicit NameScope(TextArena& text, std::span<const std::string_view> fixed = {})
      : text_(text), fixed_(fixed) {}

  // Returns: the name, or the first of name_, name__, ... that is free and not reserved; it is
  // taken from then on. Security: of many names that are the same, all but the first few get a
  // number, so that they do not take memory by the square of their count.
  std::string_view claim(std::string_view name) { return claimUsable(name, false); }
  // The same for what is only a part of a name, as X in getX: nothing is reserved.
  std::string_view claimPart(std::string_view name) { return claimUsable(name, true); }

 private:
  std::string_view claimUsable(std::string_view name, bool canBeReserved);
  bool isFixed(std::string_view name) const;
  // Returns: false if the name is taken already.
  bool take(std::string_view name);

  TextArena& text_;
  std::span<const std::string_view> fixed_;
  // The names that are taken: the first of them, which are looked through, or all, if they are
  // more. Most scopes have few, for which a set takes several times longer.
  std::vector<std::string_view> few_;
  absl::flat_hash_set<std::string_view> many_;
  std::uint64_t crowd_ = 0;  // the last number that was put behind a name
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler::cpp
