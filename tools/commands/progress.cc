// SPDX-License-Identifier: Apache-2.0
#include "tools/commands/progress.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "tools/compiler/descriptor_io.h"

namespace capstan::inline CAPSTAN_ABI::commands {
namespace {

constexpr std::uint64_t kBarCells = 30;
constexpr double kMebibyte = 1024.0 * 1024.0;

std::string withOneDigit(double number) {
  std::array<char, 64> text;
  const int size = std::snprintf(text.data(), text.size(), "%.1f", number);
  return {text.data(), std::min(static_cast<std::size_t>(std::max(size, 0)), text.size() - 1)};
}

double mebibytes(std::uint64_t bytes) { return static_cast<double>(bytes) / kMebibyte; }

// A bar is for looking at: that it cannot be written is no reason to stop.
void write(int terminal, std::string_view text) {
  static_cast<void>(compiler::writeAll(terminal, std::as_bytes(std::span(text))));
}

}  // namespace

std::string progressText(std::uint64_t doneBytes, std::uint64_t totalBytes, double seconds) {
  std::string text;
  if (totalBytes != 0) {
    const double part =
        std::min(1.0, static_cast<double>(doneBytes) / static_cast<double>(totalBytes));
    const auto cells = static_cast<std::size_t>(part * static_cast<double>(kBarCells));
    absl::StrAppend(&text, "[", std::string(cells, '#'), std::string(kBarCells - cells, '.'), "] ",
                    static_cast<int>(part * 100), "%, ");
  }
  absl::StrAppend(&text, withOneDigit(mebibytes(doneBytes)));
  if (totalBytes != 0) absl::StrAppend(&text, " of ", withOneDigit(mebibytes(totalBytes)));
  absl::StrAppend(&text, " MiB");
  if (seconds > 0) {
    absl::StrAppend(&text, ", ", withOneDigit(mebibytes(doneBytes) / seconds), " MiB/s");
  }
  return text;
}

Progress::~Progress() {
  if (isShown_) write(terminal_, "\r\x1b[K");
}

void Progress::show(std::uint64_t doneBytes, Clock::time_point now) {
  if (terminal_ < 0 || now < next_) return;
  next_ = now + kInterval;
  isShown_ = true;
  const std::chrono::duration<double> elapsed = now - start_;
  write(terminal_,
        absl::StrCat("\r", progressText(doneBytes, totalBytes_, elapsed.count()), "\x1b[K"));
}

}  // namespace capstan::inline CAPSTAN_ABI::commands
