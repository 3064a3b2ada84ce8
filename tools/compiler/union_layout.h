// SPDX-License-Identifier: Apache-2.0
// Where the members of a union go.
//
// Each member (a field, or a group of fields) is a branch. All branches of a union share one list
// of data places and one of pointer places, which the union takes from the section around it. A
// branch puts a field into the smallest free space that fits in any place, the first one of these;
// if there is none it makes the first place grow that can, or adds a place.
//
// Both searches are indexed, so that unions of tens of thousands of members are no attack on the
// compiler: a branch knows only the places that it uses, and keeps a heap of them for each width of
// free space; the others are passed by a cursor. What other branches make grow is read from a log.
//
//   StructLayout layout;                     struct {
//   layout.addData(5);                         a @0 :UInt32;     offset 0
//   UnionLayout u(layout);                     u :union {
//   UnionBranch b(u), c(u);
//   b.addData(4);                                b @1 :UInt16;   offset 2
//   c.addPointer();                              c @2 :Text; } } pointer 0; the tag has offset 3
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "tools/compiler/struct_layout.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

class UnionLayout {
 public:
  explicit UnionLayout(SectionLayout& parent) : parent_(parent) {}

  // Gives the tag its place now, if it has none yet. It gets one by itself when a second branch
  // gets its first member.
  void addTag();
  // In units of 16 bits. Requires: the tag has its place.
  std::uint32_t tagOffset() const { return *tagOffset_; }

 private:
  friend class UnionBranch;
  using PlaceIndex = std::uint32_t;

  struct Place {
    unsigned width;
    std::uint32_t offset;
    // It is known that it cannot become wider.
    unsigned maxWidth = kWordWidth;
  };

  void addBranch();
  PlaceIndex addPlace(unsigned width);
  // Requires: width is at most a word's.
  bool growPlace(PlaceIndex index, unsigned width);
  // The place that has the data at an offset; nothing if there is none.
  std::optional<PlaceIndex> findPlace(unsigned width, std::uint32_t offset) const;

  SectionLayout& parent_;
  std::vector<Place> places_;
  std::array<std::set<PlaceIndex>, kWordWidth + 1> placesByWidth_;
  std::unordered_map<std::uint32_t, std::vector<PlaceIndex>> placesByWord_;
  std::vector<PlaceIndex> grown_;  // in the order of time
  // No place before this one can grow.
  PlaceIndex firstGrowable_ = 0;
  std::vector<std::uint32_t> pointers_;
  std::uint32_t branches_ = 0;
  std::optional<std::uint32_t> tagOffset_;
};

class UnionBranch final : public SectionLayout {
 public:
  explicit UnionBranch(UnionLayout& parent) : union_(parent) {}

  void addVoid() override;
  std::uint32_t addData(unsigned width) override;
  std::uint32_t addPointer() override;
  bool growData(unsigned width, std::uint32_t offset, unsigned factor) override;

 private:
  using PlaceIndex = UnionLayout::PlaceIndex;

  // How much of a shared place this branch uses: its first 2^width bits, less the holes.
  struct Use {
    unsigned width;
    HoleSet holes;
  };

  void addMember();
  void readLog();
  unsigned freeWidths(PlaceIndex index, const Use& use) const;
  void listFree(PlaceIndex index, const Use& use);
  std::optional<PlaceIndex> findUsed(unsigned width);
  std::optional<PlaceIndex> findUnused(unsigned width);
  std::optional<PlaceIndex> findSpace(unsigned width);
  std::uint32_t takeWithin(PlaceIndex index, unsigned width);
  std::uint32_t takeInside(Use& use, unsigned width);
  std::optional<std::uint32_t> takeByGrowing(unsigned width);
  bool makeGrow(PlaceIndex index, unsigned width);
  bool growUse(PlaceIndex index, Use& use, unsigned width, bool leavesHoles);
  std::uint32_t absolute(PlaceIndex index, unsigned width, std::uint32_t inside) const;

  UnionLayout& union_;
  std::unordered_map<PlaceIndex, Use> uses_;
  // For each width the used places that may have such a free space: heaps, with the first on top.
  std::array<std::vector<PlaceIndex>, kWordWidth> free_;
  // All places of a width before this one are used.
  std::array<PlaceIndex, kWordWidth + 1> firstUnused_{};
  std::size_t logRead_ = 0;
  std::size_t pointersUsed_ = 0;
  bool hasMembers_ = false;
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler
