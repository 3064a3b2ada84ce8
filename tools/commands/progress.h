// SPDX-License-Identifier: Apache-2.0
// A progress bar on a terminal, for what takes longer than a second.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::commands {

// How far a command has come, as a line without its end. `totalBytes` 0: not known.
std::string progressText(std::uint64_t doneBytes, std::uint64_t totalBytes, double seconds);

class Progress {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr Clock::duration kPatience = std::chrono::seconds(1);
  static constexpr Clock::duration kInterval = std::chrono::milliseconds(100);

  // Shows the bar on a terminal: a descriptor, or -1 for none. `totalBytes` 0: not known.
  Progress(int terminal, std::uint64_t totalBytes, Clock::time_point start = Clock::now())
      : terminal_(terminal), totalBytes_(totalBytes), start_(start), next_(start + kPatience) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  // The line is wiped.
  ~Progress();

  // Cost: a look at the clock, where there is a terminal.
  void advance(std::uint64_t doneBytes) {
    if (terminal_ >= 0) show(doneBytes, Clock::now());
  }
  void show(std::uint64_t doneBytes, Clock::time_point now);

 private:
  int terminal_;
  std::uint64_t totalBytes_;
  Clock::time_point start_;
  Clock::time_point next_;  // when the line is written next
  bool isShown_ = false;
};

}  // namespace capstan::inline CAPSTAN_ABI::commands
