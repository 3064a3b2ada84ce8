// SPDX-License-Identifier: Apache-2.0
#include "tools/compiler/struct_layout.h"

#include <algorithm>

namespace capstan::inline CAPSTAN_ABI::compiler {

std::optional<std::uint32_t> HoleSet::take(unsigned width) {
  std::optional<unsigned> found = smallest(width);
  if (!found.has_value()) return std::nullopt;
  std::uint32_t offset = holes_[*found];
  holes_[*found] = 0;
  // Split: the front is kept, each upper half becomes a hole.
  for (unsigned at = *found; at > width;) {
    --at;
    offset *= 2;
    holes_[at] = offset + 1;
  }
  return offset;
}

std::optional<unsigned> HoleSet::smallest(unsigned width) const {
  for (unsigned at = width; at < kWordWidth; ++at) {
    if (holes_[at] != 0) return at;
  }
  return std::nullopt;
}

void HoleSet::addAfter(std::uint32_t offset, unsigned width, unsigned limit) {
  for (unsigned at = width; at < limit; ++at) {
    holes_[at] = offset + 1;
    offset = offset / 2;
  }
}

bool HoleSet::grow(unsigned width, std::uint32_t offset, unsigned factor) {
  for (unsigned i = 0; i < factor; ++i) {
    std::uint32_t at = offset >> i;
    if (width + i >= kWordWidth || holes_[width + i] != at + 1) return false;
  }
  for (unsigned i = 0; i < factor; ++i) holes_[width + i] = 0;
  return true;
}

std::uint32_t StructLayout::addData(unsigned width) {
  if (std::optional<std::uint32_t> hole = holes_.take(width)) return *hole;
  std::uint32_t offset = dataWords_++ << (kWordWidth - width);
  holes_.addAfter(offset, width, kWordWidth);
  return offset;
}

bool StructLayout::growData(unsigned width, std::uint32_t offset, unsigned factor) {
  return holes_.grow(width, offset, factor);
}

void UnionLayout::addTag() {
  if (!tagOffset_.has_value()) tagOffset_ = parent_.addData(kTagWidth);
}

void UnionLayout::addBranch() {
  if (++branches_ == 2) addTag();
}

// Requires: width is at most a word's.
bool UnionLayout::growPlace(Place& place, unsigned width) {
  if (width <= place.width) return true;
  unsigned factor = width - place.width;
  if (!parent_.growData(place.width, place.offset, factor)) return false;
  place.offset >>= factor;
  place.width = width;
  return true;
}

void UnionBranch::addMember() {
  if (hasMembers_) return;
  hasMembers_ = true;
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

UnionBranch::Use& UnionBranch::use(std::size_t place) {
  if (uses_.size() <= place) uses_.resize(place + 1);
  return uses_[place];
}

// The width of the free space that a field of `width` would take from a place.
std::optional<unsigned> UnionBranch::fit(std::size_t place, unsigned width) {
  const Use& used = use(place);
  unsigned whole = union_.places_[place].width;
  if (!used.width.has_value()) return width <= whole ? std::optional(whole) : std::nullopt;
  if (width >= *used.width) return width < whole ? std::optional(width) : std::nullopt;
  if (std::optional<unsigned> hole = used.holes.smallest(width)) return hole;
  return *used.width < whole ? used.width : std::nullopt;
}

// Keeps a branch with many fields from looking at all of its places for each.
void UnionBranch::skipFullPlaces() {
  while (firstOpen_ < union_.places_.size()) {
    const Use& used = use(firstOpen_);
    if (used.width != kWordWidth || used.holes.smallest(0).has_value()) return;
    ++firstOpen_;
  }
}

std::uint32_t UnionBranch::addData(unsigned width) {
  addMember();
  skipFullPlaces();
  std::optional<std::size_t> best;
  unsigned bestFit = kWordWidth + 1;
  for (std::size_t place = firstOpen_; place < union_.places_.size(); ++place) {
    std::optional<unsigned> found = fit(place, width);
    if (!found.has_value() || *found >= bestFit) continue;
    bestFit = *found;
    best = place;
    if (bestFit == width) break;  // no other one can be smaller
  }
  if (best.has_value()) return takeWithin(*best, width);

  for (std::size_t place = firstOpen_; place < union_.places_.size(); ++place) {
    if (std::optional<std::uint32_t> grown = takeByGrowing(place, width)) return *grown;
  }
  std::uint32_t offset = union_.parent_.addData(width);
  union_.places_.push_back({width, offset});
  use(union_.places_.size() - 1).width = width;
  return offset;
}

// Requires: fit(place, width).
std::uint32_t UnionBranch::takeWithin(std::size_t place, unsigned width) {
  Use& used = use(place);
  const UnionLayout::Place& shared = union_.places_[place];
  std::uint32_t inside = 0;
  if (!used.width.has_value()) {
    used.width = width;
  } else if (width >= *used.width) {
    // Behind what is used so far, which then counts as filled up to there.
    used.holes.addAfter(0, *used.width, width);
    used.width = width + 1;
    inside = 1;
  } else if (std::optional<std::uint32_t> hole = used.holes.take(width)) {
    inside = *hole;
  } else {
    inside = std::uint32_t{1} << (*used.width - width);
    used.holes.addAfter(inside, width, *used.width);
    used.width = *used.width + 1;
  }
  return (shared.offset << (shared.width - width)) + inside;
}

std::optional<std::uint32_t> UnionBranch::takeByGrowing(std::size_t place, unsigned width) {
  Use& used = use(place);
  UnionLayout::Place& shared = union_.places_[place];
  if (!used.width.has_value()) {
    if (!union_.growPlace(shared, width)) return std::nullopt;
    used.width = width;
    return shared.offset << (shared.width - width);
  }
  unsigned wanted = std::max(*used.width, width) + 1;
  if (wanted > kWordWidth || !growUse(place, wanted, true)) return std::nullopt;
  std::optional<std::uint32_t> inside = used.holes.take(width);
  if (!inside.has_value()) return std::nullopt;
  return (shared.offset << (shared.width - width)) + *inside;
}

bool UnionBranch::growUse(std::size_t place, unsigned width, bool leavesHoles) {
  Use& used = use(place);
  if (!union_.growPlace(union_.places_[place], width)) return false;
  if (leavesHoles) used.holes.addAfter(0, *used.width, width);
  used.width = width;
  return true;
}

// Called for a union inside of this branch, which wants one of its own places to grow.
bool UnionBranch::growData(unsigned width, std::uint32_t offset, unsigned factor) {
  bool aligned = (offset & ((std::uint32_t{1} << factor) - 1)) == 0;
  if (width + factor > kWordWidth || !aligned) return false;
  for (std::size_t place = 0; place < union_.places_.size(); ++place) {
    const UnionLayout::Place& shared = union_.places_[place];
    if (shared.width < width) continue;
    unsigned shift = shared.width - width;
    if (offset >> shift != shared.offset) continue;
    Use& used = use(place);
    std::uint32_t inside = offset - (shared.offset << shift);
    // It is all that this branch uses there: the use as a whole can grow.
    if (inside == 0 && used.width == width) return growUse(place, width + factor, false);
    return used.holes.grow(width, inside, factor);
  }
  return false;
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
