// SPDX-License-Identifier: Apache-2.0
// The one generator of the yardstick, so that every implementation gets the same requests. A row
// starts it again after a cycle of iterations, so that rows which run different numbers of them
// have the same mean request. A cycle is long enough that no branch predictor learns it.
#pragma once

#include <cstdint>

namespace capstan::bench {

class Random {
 public:
  explicit Random(std::uint64_t cycle) : cycle_(cycle) {}

  // Uniform in 0..below-1.
  std::uint32_t operator()(std::uint32_t below) { return next() % below; }
  // Uniform in [0, below).
  double fraction(double below) { return static_cast<double>(next()) * below / 4294967296.0; }

  // To be called before each iteration.
  void startIteration() {
    if (iteration_++ % cycle_ == 0) state_ = kSeed;
  }

 private:
  static constexpr std::uint32_t kSeed = 0x1d2acd47;

  std::uint32_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 17;
    state_ ^= state_ << 5;
    return state_;
  }

  std::uint64_t cycle_;
  std::uint32_t state_ = kSeed;
  std::uint64_t iteration_ = 0;
};

}  // namespace capstan::bench
