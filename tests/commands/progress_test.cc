// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <string>

#include <unistd.h>

#include "tools/commands/progress.h"

namespace capstan {
namespace {

using commands::Progress;
using commands::progressText;

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

TEST(Progress, IsABarWhereTheEndIsKnown) {
  EXPECT_EQ(progressText(30 * kMiB, 60 * kMiB, 2),
            "[###############...............] 50%, 30.0 of 60.0 MiB, 15.0 MiB/s");
  EXPECT_EQ(progressText(2 * kMiB, kMiB, 2),
            "[##############################] 100%, 2.0 of 1.0 MiB, 1.0 MiB/s");
  EXPECT_EQ(progressText(3 * kMiB / 2, 0, 1), "1.5 MiB, 1.5 MiB/s");
}

// What a progress bar writes; a pipe stands for the terminal.
template <typename Use>
std::string written(Use use) {
  std::array<int, 2> ends;
  EXPECT_EQ(::pipe(ends.data()), 0);
  use(ends[1]);
  ::close(ends[1]);
  std::array<char, 4096> text;
  const ssize_t size = ::read(ends[0], text.data(), text.size());
  ::close(ends[0]);
  return {text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
}

TEST(Progress, ComesAfterASecondAndGoesAtTheEnd) {
  const Progress::Clock::time_point start{};
  const std::string text = written([&](int terminal) {
    Progress progress(terminal, 4 * kMiB, start);
    progress.show(kMiB, start + std::chrono::milliseconds(999));
    progress.show(2 * kMiB, start + std::chrono::milliseconds(2000));
    progress.show(3 * kMiB, start + std::chrono::milliseconds(2050));
  });
  EXPECT_EQ(text,
            "\r[###############...............] 50%, 2.0 of 4.0 MiB, 1.0 MiB/s\x1b[K\r\x1b[K");
}

TEST(Progress, IsNotShownForWhatIsQuickOrNotOnATerminal) {
  const Progress::Clock::time_point start{};
  EXPECT_EQ(written([&](int terminal) {
              Progress progress(terminal, kMiB, start);
              progress.show(kMiB, start + std::chrono::milliseconds(500));
            }),
            "");
  Progress silent(-1, kMiB, start);
  silent.show(kMiB, start + std::chrono::hours(1));
}

}  // namespace
}  // namespace capstan
