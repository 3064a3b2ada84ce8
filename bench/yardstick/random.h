// SPDX-License-Identifier: Apache-2.0
// The one generator of the yardstick, so that every implementation gets the same requests. A row
// starts it again every kCycle iterations: rows that run different numbers of iterations have the
// same mean request.
#pragma once

#include <cstdint>

namespace capstan::bench {

inline constexpr std::uint64_t kCycle = 64;

class Random {
 public:
  // Uniform in 0..below-1.
  std::uint32_t operator()(std::uint32_t below) { return next() % below; }
  // Uniform in [0, below).
  double fraction(double below) { return static_cast<double>(next()) * below / 4294967296.0; }

  // To be called before each iteration.
  void startIteration() {
    if (iteration_++ % kCycle == 0) state_ = kSeed;
  }

 private:
  static constexpr std::uint32_t kSeed = 0x1d2acd47;

  std::uint32_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 17;
    state_ ^= state_ << 5;
    return state_;
  }

  std::uint32_t state_ = kSeed;
  std::uint64_t iteration_ = 0;
};

}  // namespace capstan::bench
