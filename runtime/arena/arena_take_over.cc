// SPDX-License-Identifier: Apache-2.0
// Putting a rebuilt message in the place of the one that it was built from.
#include <cstring>

#include "capstan/arena/arena.h"
#include "runtime/arena/extra_segments.h"

namespace capstan::inline CAPSTAN_ABI {

bool Arena::standInOptions(ArenaOptions& options, Buffer& memory) const {
  options = options_;
  if (!callerMemory_) return true;
  memory = pool_.acquire(options_.firstSegment.size());
  if (!memory) return false;
  const std::size_t lost =
      reinterpret_cast<std::uintptr_t>(options_.firstSegment.data()) % kBytesPerWord;
  // As many whole words as there are in the caller's.
  const std::size_t skipped = lost == 0 ? 0 : kBytesPerWord - lost;
  options.firstSegment = {memory.data(), options_.firstSegment.size() - skipped};
  return true;
}

void Arena::takeOver(Arena& standIn) {
  releaseMore();
  std::swap(extra_, standIn.extra_);
  std::swap(moreCount_, standIn.moreCount_);
  more_ = extra_ == nullptr ? nullptr : extra_->table.data();
  for (std::uint32_t i = 0; i < moreCount_; ++i) extra_->nodes[i]->segment.context = this;

  const auto usedBytes = static_cast<std::size_t>(standIn.first_.used - standIn.first_.begin);
  const std::ptrdiff_t capacityBytes = standIn.first_.capacity - standIn.first_.begin;
  if (callerMemory_) {
    std::memcpy(first_.begin, standIn.first_.begin, usedBytes);
  } else {
    dropFirst(static_cast<std::uint64_t>(first_.used - first_.begin));
    firstBuffer_ = std::move(standIn.firstBuffer_);
    firstReservation_ = std::move(standIn.firstReservation_);
    first_.begin = standIn.first_.begin;
    hasHeaderRoom_ = standIn.hasHeaderRoom_;
    shrinkBelowBytes_ = standIn.shrinkBelowBytes_;
  }
  first_.used = first_.begin + usedBytes;
  first_.capacity = first_.begin + capacityBytes;
  ++epoch_;
  freePlaces_.clear();
}

}  // namespace capstan::inline CAPSTAN_ABI
