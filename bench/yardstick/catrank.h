// SPDX-License-Identifier: Apache-2.0
// catrank: its random results and their new scores.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "bench/yardstick/random.h"

namespace capstan::bench {

inline constexpr std::string_view kUrlPrefix = "http://example.com/";
inline constexpr std::uint32_t kMostUrlLetters = 100;
inline constexpr std::uint32_t kMostResults = 1000;
inline constexpr std::uint64_t kCatRankCycle = 64;
inline constexpr std::uint32_t kMostWords = 20;
inline constexpr std::string_view kWords[] = {
    "tree ", "house ", "is ",   "under ", "cloud ", "walks ", "and ",
    "blue ", "some ",  "over ", "quick ", "of ",    "the ",
};
inline constexpr double kGoodScore = 1001;

struct SnippetKind {
  bool hasCat = false;
  bool hasDog = false;
  // Its score ends above kGoodScore.
  bool isGood() const { return hasCat && !hasDog; }
};

inline void appendWords(Random& random, std::string& to) {
  for (std::uint32_t words = random(kMostWords); words > 0; --words) to += kWords[random(13)];
}

// Writes a random snippet over `to`.
inline SnippetKind makeSnippet(Random& random, std::string& to) {
  to.clear();
  to += ' ';
  appendWords(random, to);
  const SnippetKind kind = {.hasCat = random(8) == 0, .hasDog = random(8) == 0};
  if (kind.hasCat) to += "cat ";
  if (kind.hasDog) to += "dog ";
  appendWords(random, to);
  return kind;
}

// Writes a url of kUrlPrefix.size() + `letters` bytes.
inline void writeUrl(Random& random, char* to, std::uint32_t letters) {
  std::memcpy(to, kUrlPrefix.data(), kUrlPrefix.size());
  to += kUrlPrefix.size();
  while (letters-- > 0) *to++ = static_cast<char>('a' + random(26));
}

// The score after handling. `snippet` ends with NUL.
inline double rank(double score, const char* snippet) {
  if (std::strstr(snippet, " cat ") != nullptr) score *= 10000;
  if (std::strstr(snippet, " dog ") != nullptr) score /= 10000;
  return score;
}

template <typename Result>
struct Ranked {
  double score;
  Result result;
  friend bool operator<(const Ranked& a, const Ranked& b) { return a.score > b.score; }
};

}  // namespace capstan::bench
