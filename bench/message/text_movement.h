// SPDX-License-Identifier: Apache-2.0
// TextMovementBetweenSegments: its data, and its two messages for Capstan and the reference alike.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace capstan::bench {

inline constexpr std::size_t kMovedTexts = 1000;
inline constexpr std::size_t kMovedTextBytes = 1000;
inline constexpr std::size_t kMovementBufferBytes = 2 << 20;

// 1000 texts of 1000 bytes.
inline std::vector<std::string> movedTexts() {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < kMovedTexts; ++i) {
    texts.emplace_back(kMovedTextBytes, static_cast<char>('a' + i % 26));
  }
  return texts;
}

template <typename TextListReader>
bool holdsMovedTexts(const TextListReader& list, const std::vector<std::string>& texts) {
  if (list.size() != texts.size()) return false;
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    const auto text = list[i];
    if (std::string_view(text.begin(), text.size()) != texts[i]) return false;
  }
  return true;
}

}  // namespace capstan::bench
