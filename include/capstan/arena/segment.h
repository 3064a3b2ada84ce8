// SPDX-License-Identifier: Apache-2.0
// One segment of a message, as views see it.
//
//   begin            used             capacity
//   |== words in use ==|--- free words ---|
//
// A reader's segment has no free words (used == capacity) and is never written. A segment's
// address is stable while views of its message live. `begin` need not be aligned in a reader; the
// distances are always whole words.
#pragma once

#include <cstddef>
#include <cstdint>

#include "capstan/base/config.h"
#include "capstan/base/units.h"

namespace capstan::inline CAPSTAN_ABI {

class MessageContext;

struct Segment {
  std::byte* begin = nullptr;
  std::byte* used = nullptr;
  std::byte* capacity = nullptr;
  MessageContext* context = nullptr;
  std::uint32_t id = 0;
  // The application's own memory, which a message being built refers to and never writes.
  bool isExternal = false;

  // The words in use.
  std::uint64_t sizeWords() const {
    return static_cast<std::uint64_t>(used - begin) / kBytesPerWord;
  }

  // The words that can still be allocated here.
  std::uint64_t freeWords() const {
    return static_cast<std::uint64_t>(capacity - used) / kBytesPerWord;
  }

  // The word index of `at`, which lies in this segment.
  std::uint32_t wordOf(const std::byte* at) const {
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(at - begin) / kBytesPerWord);
  }

  // Tells whether `words` words starting at word `first` lie in this segment. Offsets that were
  // negative have wrapped to huge values, which fail. No pointer is formed.
  bool holds(std::uint64_t first, std::uint64_t words) const {
    const std::uint64_t size = sizeWords();
    return first <= size && words <= size - first;
  }

  // Takes `words` words from the free ones. Their bytes are dirty. Returns: null if they do not
  // fit. Cost: a compare and an add.
  std::byte* tryAllocate(std::uint64_t words) {
    std::byte* at = used;
    if (words * kBytesPerWord > static_cast<std::uint64_t>(capacity - at)) [[unlikely]] {
      return nullptr;
    }
    used = at + words * kBytesPerWord;
    return at;
  }
};

}  // namespace capstan::inline CAPSTAN_ABI
