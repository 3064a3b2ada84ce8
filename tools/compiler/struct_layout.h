// SPDX-License-Identifier: Apache-2.0
// Where the members of a struct go in its two sections.
//
// Members are added in ascending order of ordinals; a place never depends on a later member, which
// is what lets schemas grow. Data fields fill holes that earlier, smaller ones left; pointers are
// numbered. The members of a union share places: each member (a field, or a group of fields) is a
// branch, and all branches of the union use one list of data places and one of pointer places.
//
// Widths are powers of two of bits (0: a bit, 6: a word); offsets count units of that width.
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
#include <vector>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

inline constexpr unsigned kWordWidth = 6;
inline constexpr unsigned kTagWidth = 4;

// The free spaces inside of what has been taken already: at most one of each width below a word,
// because a larger space is always split from its front.
class HoleSet {
 public:
  // Takes the front of the smallest hole that fits.
  std::optional<std::uint32_t> take(unsigned width);
  // The width of the hole that take() would use.
  std::optional<unsigned> smallest(unsigned width) const;
  // Makes holes of what follows `offset` (in units of `width`) up to the next multiple of `limit`.
  void addAfter(std::uint32_t offset, unsigned width, unsigned limit);
  // Doubles a place `factor` times by taking the holes right behind it; all or nothing.
  bool grow(unsigned width, std::uint32_t offset, unsigned factor);

 private:
  // Offset 0 is never a hole and stands for "none".
  std::array<std::uint32_t, kWordWidth> holes_{};
};

// What members are added to: a struct, or a branch of a union.
class SectionLayout {
 public:
  virtual ~SectionLayout() = default;

  virtual void addVoid() = 0;
  virtual std::uint32_t addData(unsigned width) = 0;
  virtual std::uint32_t addPointer() = 0;
  // Tries to double a data place `factor` times without moving its beginning.
  virtual bool growData(unsigned width, std::uint32_t offset, unsigned factor) = 0;
};

class StructLayout final : public SectionLayout {
 public:
  void addVoid() override {}
  std::uint32_t addData(unsigned width) override;
  std::uint32_t addPointer() override { return pointers_++; }
  bool growData(unsigned width, std::uint32_t offset, unsigned factor) override;

  std::uint32_t dataWords() const { return dataWords_; }
  std::uint32_t pointers() const { return pointers_; }

 private:
  std::uint32_t dataWords_ = 0;
  std::uint32_t pointers_ = 0;
  HoleSet holes_;
};

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

  struct Place {
    unsigned width;
    std::uint32_t offset;
  };

  void addBranch();
  bool growPlace(Place& place, unsigned width);

  SectionLayout& parent_;
  std::vector<Place> places_;
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
  // How much of a shared place this branch uses: its first 2^width bits, less the holes.
  struct Use {
    std::optional<unsigned> width;
    HoleSet holes;
  };

  void addMember();
  void skipFullPlaces();
  Use& use(std::size_t place);
  std::optional<unsigned> fit(std::size_t place, unsigned width);
  std::uint32_t takeWithin(std::size_t place, unsigned width);
  std::optional<std::uint32_t> takeByGrowing(std::size_t place, unsigned width);
  bool growUse(std::size_t place, unsigned width, bool leavesHoles);

  UnionLayout& union_;
  std::vector<Use> uses_;
  // Places before this one are whole words, all in use: there is nothing to be found in them.
  std::size_t firstOpen_ = 0;
  std::size_t pointersUsed_ = 0;
  bool hasMembers_ = false;
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler
