// SPDX-License-Identifier: Apache-2.0
// A bit for each word of a message: which of them belong to an object.
#pragma once

#include <cstdint>
#include <memory>

#include "capstan/arena/message_context.h"
#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::internal {

class WordMap {
 public:
  // Makes the map of a message, all of its words free. Returns: false when there is no memory.
  bool open(MessageContext& message);
  bool isOpen() const { return bits_ != nullptr; }

  // Takes words for an object. Returns: false if any of them was taken before.
  // Requires: the map is open and the segment has the words.
  bool take(std::uint32_t segment, std::uint64_t first, std::uint64_t words);

  // Gives the number of free words in a row, from `word` of a segment on.
  std::uint64_t freeRun(std::uint32_t segment, std::uint64_t word, std::uint64_t end) const {
    return run(segment, word, end, 0);
  }
  // The same of taken words.
  std::uint64_t takenRun(std::uint32_t segment, std::uint64_t word, std::uint64_t end) const {
    return run(segment, word, end, ~std::uint64_t{0});
  }

 private:
  // How many bits from `word` on are as in `same`, which is all zeros or all ones.
  std::uint64_t run(std::uint32_t segment, std::uint64_t word, std::uint64_t end,
                    std::uint64_t same) const;

  // Each segment starts at an element of its own.
  std::unique_ptr<std::uint64_t[]> bits_;
  std::unique_ptr<std::uint64_t[]> firstOf_;
};

}  // namespace capstan::inline CAPSTAN_ABI::internal
