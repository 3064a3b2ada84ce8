// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/union_layout.h"

#include <algorithm>
#include <functional>

namespace capstan::inline CAPSTAN_ABI::compiler {

void UnionLayout::addTag() {
  if (!tagOffset_.has_value()) tagOffset_ = parent_.addData(kTagWidth);
}

void UnionLayout::addBranch() {
  if (++branches_ == 2) addTag();
}

UnionLayout::PlaceIndex UnionLayout::addPlace(unsigned width) {
  std::uint32_t offset = parent_.addData(width);
  auto index = static_cast<PlaceIndex>(places_.size());
  places_.push_back({.width = width, .offset = offset});
  placesByWidth_[width].insert(index);
  placesByWord_[offset >> (kWordWidth - width)].push_back(index);
  return index;
}

bool UnionLayout::growPlace(PlaceIndex index, unsigned width) {
  Place& place = places_[index];
  if (width <= place.width) return true;
  if (width > place.maxWidth) return false;
  unsigned factor = width - place.width;
  if (!parent_.growData(place.width, place.offset, factor)) {
    place.maxWidth = width - 1;
    return false;
  }
  placesByWidth_[place.width].erase(index);
  placesByWidth_[width].insert(index);
  place.offset >>= factor;
  place.width = width;
  grown_.push_back(index);
  return true;
}

std::optional<UnionLayout::PlaceIndex> UnionLayout::findPlace(unsigned width,
                                                              std::uint32_t offset) const {
  auto word = placesByWord_.find(offset >> (kWordWidth - width));
  if (word == placesByWord_.end()) return std::nullopt;
  for (PlaceIndex index : word->second) {
    const Place& place = places_[index];
    if (place.width >= width && offset >> (place.width - width) == place.offset) return index;
  }
  return std::nullopt;
}

void UnionBranch::addMember() {
  if (hasMembers_) return;
  hasMembers_ = true;
  logRead_ = union_.grown_.size();
  union_.addBranch();
}

void UnionBranch::addVoid() {
  addMember();
  // A union around this one has to know that its branch is not empty.
  union_.parent_.addVoid();
}

std::uint32_t UnionBranch::addPointer() {
  addMember();
  if (pointersUsed_ == union_.pointers_.size()) {
    union_.pointers_.push_back(union_.parent_.addPointer());
  }
  return union_.pointers_[pointersUsed_++];
}

// What has grown since has more free space, used or not.
void UnionBranch::readLog() {
  for (; logRead_ < union_.grown_.size(); ++logRead_) {
    PlaceIndex index = union_.grown_[logRead_];
    auto used = uses_.find(index);
    if (used != uses_.end()) {
      listFree(index, used->second);
    } else {
      PlaceIndex& first = firstUnused_[union_.places_[index].width];
      first = std::min(first, index);
    }
  }
}

// The widths of fields that find a space of just that size in a used place: the holes, and what
// lies behind the part that is in use.
unsigned UnionBranch::freeWidths(PlaceIndex index, const Use& use) const {
  unsigned behind = (1u << union_.places_[index].width) - (1u << use.width);
  return use.holes.widths() | behind;
}

void UnionBranch::listFree(PlaceIndex index, const Use& use) {
  unsigned widths = freeWidths(index, use);
  for (unsigned width = 0; width < kWordWidth; ++width) {
    if ((widths >> width & 1) == 0) continue;
    std::vector<PlaceIndex>& heap = free_[width];
    if (!heap.empty() && heap.front() == index) continue;
    heap.push_back(index);
    std::push_heap(heap.begin(), heap.end(), std::greater<>());
  }
}

std::optional<UnionBranch::PlaceIndex> UnionBranch::findUsed(unsigned width) {
  if (width >= kWordWidth) return std::nullopt;
  std::vector<PlaceIndex>& heap = free_[width];
  while (!heap.empty()) {
    PlaceIndex index = heap.front();
    if ((freeWidths(index, uses_.at(index)) >> width & 1) != 0) return index;
    std::pop_heap(heap.begin(), heap.end(), std::greater<>());
    heap.pop_back();
  }
  return std::nullopt;
}

std::optional<UnionBranch::PlaceIndex> UnionBranch::findUnused(unsigned width) {
  const std::set<PlaceIndex>& places = union_.placesByWidth_[width];
  PlaceIndex& first = firstUnused_[width];
  for (auto at = places.lower_bound(first); at != places.end(); ++at) {
    first = *at;
    if (!uses_.contains(first)) return first;
  }
  return std::nullopt;
}

std::optional<UnionBranch::PlaceIndex> UnionBranch::findSpace(unsigned width) {
  for (unsigned at = width; at <= kWordWidth; ++at) {
    std::optional<PlaceIndex> used = findUsed(at);
    std::optional<PlaceIndex> unused = findUnused(at);
    if (used.has_value() && unused.has_value()) return std::min(*used, *unused);
    if (used.has_value() || unused.has_value()) return used.has_value() ? used : unused;
  }
  return std::nullopt;
}

std::uint32_t UnionBranch::absolute(PlaceIndex index, unsigned width, std::uint32_t inside) const {
  const UnionLayout::Place& place = union_.places_[index];
  return (place.offset << (place.width - width)) + inside;
}

std::uint32_t UnionBranch::addData(unsigned width) {
  addMember();
  readLog();
  if (std::optional<PlaceIndex> found = findSpace(width)) return takeWithin(*found, width);
  if (std::optional<std::uint32_t> grown = takeByGrowing(width)) return *grown;
  PlaceIndex index = union_.addPlace(width);
  uses_[index].width = width;
  return absolute(index, width, 0);
}

// Requires: the place has a free space that fits.
std::uint32_t UnionBranch::takeWithin(PlaceIndex index, unsigned width) {
  auto [entry, isNew] = uses_.try_emplace(index);
  Use& use = entry->second;
  std::uint32_t inside = 0;
  if (isNew) {
    use.width = width;
  } else {
    inside = takeInside(use, width);
  }
  listFree(index, use);
  return absolute(index, width, inside);
}

std::uint32_t UnionBranch::takeInside(Use& use, unsigned width) {
  if (width >= use.width) {
    // Behind what is used so far, which then counts as filled up to there.
    use.holes.addAfter(0, use.width, width);
    use.width = width + 1;
    return 1;
  }
  if (std::optional<std::uint32_t> hole = use.holes.take(width)) return *hole;
  std::uint32_t inside = std::uint32_t{1} << (use.width - width);
  use.holes.addAfter(inside, width, use.width);
  ++use.width;
  return inside;
}

// Requires: nothing fits without growing.
std::optional<std::uint32_t> UnionBranch::takeByGrowing(unsigned width) {
  for (PlaceIndex index = union_.firstGrowable_; index < union_.places_.size(); ++index) {
    const UnionLayout::Place& place = union_.places_[index];
    bool isFinal = place.width == place.maxWidth;
    if (isFinal && index == union_.firstGrowable_) ++union_.firstGrowable_;
    if (isFinal || width > place.maxWidth) continue;
    if (makeGrow(index, width)) return takeWithin(index, width);
  }
  return std::nullopt;
}

// Makes space for a field in a place. Returns: whether that was possible.
bool UnionBranch::makeGrow(PlaceIndex index, unsigned width) {
  auto used = uses_.find(index);
  if (used == uses_.end()) return union_.growPlace(index, width);
  unsigned wanted = std::max(used->second.width, width) + 1;
  return wanted <= kWordWidth && growUse(index, used->second, wanted, true);
}

bool UnionBranch::growUse(PlaceIndex index, Use& use, unsigned width, bool leavesHoles) {
  if (!union_.growPlace(index, width)) return false;
  if (leavesHoles) use.holes.addAfter(0, use.width, width);
  use.width = width;
  return true;
}

// Called for a union inside of this branch, which wants one of its own places to grow.
bool UnionBranch::growData(unsigned width, std::uint32_t offset, unsigned factor) {
  bool aligned = (offset & ((std::uint32_t{1} << factor) - 1)) == 0;
  if (width + factor > kWordWidth || !aligned) return false;
  std::optional<PlaceIndex> index = union_.findPlace(width, offset);
  if (!index.has_value()) return false;
  Use& use = uses_.at(*index);
  std::uint32_t inside = offset - absolute(*index, width, 0);
  // It is all that this branch uses there: the use as a whole can grow.
  if (inside == 0 && use.width == width) return growUse(*index, use, width + factor, false);
  return use.holes.grow(width, inside, factor);
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
