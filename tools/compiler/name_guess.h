// SPDX-License-Identifier: Apache-2.0
// What a name that nobody knows may have been meant to be.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

// Picks the known name that is nearest to a wanted one: with the fewest letters changed, left out,
// put in or swapped, but at most a third of them; upper and lower case count as alike.
// Cost: a few steps per known name; names after kMaxNames and longer than kMaxSize are not looked
// at, so that a file with a thousand mistakes is no slower than one with a thousand types.
class NameGuess {
 public:
  static constexpr int kMaxNames = 2000;
  static constexpr std::size_t kMaxSize = 48;

  explicit NameGuess(std::string_view wanted);

  void add(std::string_view known);

  // Returns: "; did you mean 'name'?", or nothing.
  std::string hint() const;

 private:
  std::string wanted_;
  std::string best_;
  std::size_t bestDistance_;  // of best_; without one, the first distance that is too far
  int looked_ = 0;
};

// How a type of other languages is called here, such as Text for "string"; empty if it is none.
std::string_view foreignTypeName(std::string_view name);

}  // namespace capstan::inline CAPSTAN_ABI::compiler
