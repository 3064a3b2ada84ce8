// SPDX-License-Identifier: Apache-2.0
// Random numbers for property tests: the same on each run and machine unless CAPSTAN_SEED says
// otherwise, and always printed.
#pragma once

#include <cstdint>

namespace capstan::support {

// Returns: CAPSTAN_SEED as a number; the clock for CAPSTAN_SEED=time; else a constant. Prints it.
std::uint64_t testSeed();

// A small generator (splitmix64) whose numbers are the same everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed = testSeed()) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return mixed ^ (mixed >> 31);
  }
  // Returns: a number in [0, bound). Requires: bound > 0.
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }
  bool flip() { return (next() & 1) != 0; }

  // What standard algorithms such as std::shuffle ask of a generator.
  using result_type = std::uint64_t;
  static constexpr std::uint64_t min() { return 0; }
  static constexpr std::uint64_t max() { return ~std::uint64_t{0}; }
  std::uint64_t operator()() { return next(); }

 private:
  std::uint64_t state_;
};

}  // namespace capstan::support
