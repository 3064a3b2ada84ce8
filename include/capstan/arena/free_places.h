// SPDX-License-Identifier: Apache-2.0
// A few places of a message that overwritten texts and data have left, for their next values.
//
// A message's memory is a bump allocator's: what an overwritten value leaves is lost. Setting one
// text again and again with other lengths would grow the message without end; with the last few
// places remembered it does not. The places are zeroed words below their segment's `used`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "capstan/arena/segment.h"
#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI {

class FreePlaces {
 public:
  // Remembers `words` zeroed words at `at`, joined to a remembered neighbour. The smallest place is
  // forgotten when there are too many. Cost: a look at each place.
  void remember(Segment* segment, std::byte* at, std::uint64_t words) {
    if (words == 0) return;
    Place place{segment, at, words};
    for (std::uint32_t i = 0; i < count_;) {
      i = place.join(places_[i]) ? drop(i) : i + 1;
    }
    if (count_ == kPlaces) {
      const std::uint32_t smallest = findSmallest();
      if (places_[smallest].words >= words) return;
      drop(smallest);
    }
    places_[count_++] = place;
  }

  // Takes `words` words from the smallest remembered place of `segment` that has them.
  // Returns: null if none has.
  std::byte* take(const Segment* segment, std::uint64_t words) {
    Place* best = nullptr;
    for (std::uint32_t i = 0; i < count_; ++i) {
      const bool fits = places_[i].segment == segment && places_[i].words >= words;
      if (fits && (best == nullptr || places_[i].words < best->words)) best = &places_[i];
    }
    if (best == nullptr) return nullptr;
    std::byte* at = best->at;
    best->at += words * kBytesPerWord;
    best->words -= words;
    if (best->words == 0) drop(static_cast<std::uint32_t>(best - places_));
    return at;
  }

  void clear() { count_ = 0; }

 private:
  // Two are enough for one text of alternating lengths; the others serve its neighbours.
  static constexpr std::uint32_t kPlaces = 4;

  struct Place {
    Segment* segment;
    std::byte* at;
    std::uint64_t words;

    std::byte* end() const { return at + words * kBytesPerWord; }
    // Takes `other` in if the two are neighbours.
    bool join(const Place& other) {
      if (segment != other.segment || (end() != other.at && other.end() != at)) return false;
      at = at < other.at ? at : other.at;
      words += other.words;
      return true;
    }
  };

  std::uint32_t drop(std::uint32_t index) {
    places_[index] = places_[--count_];
    return index;
  }
  std::uint32_t findSmallest() const {
    std::uint32_t smallest = 0;
    for (std::uint32_t i = 1; i < count_; ++i) {
      if (places_[i].words < places_[smallest].words) smallest = i;
    }
    return smallest;
  }

  std::uint32_t count_ = 0;
  Place places_[kPlaces];
};

}  // namespace capstan::inline CAPSTAN_ABI
