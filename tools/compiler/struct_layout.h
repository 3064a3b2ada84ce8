// SPDX-License-Identifier: Apache-2.0
// Where the members of a struct go in its two sections; union_layout.h has those of unions.
//
// Members are added in ascending order of ordinals; a place never depends on a later member, which
// is what lets schemas grow. Data fields fill holes that earlier, smaller ones left; pointers are
// numbered.
//
// Widths are powers of two of bits (0: a bit, 6: a word); offsets count units of that width.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

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
  // Bit n is set if there is a hole of width n.
  unsigned widths() const;
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
  // Tries to double a data place `factor` times without moving its beginning. What fails once, for
  // want of space behind the place, fails for ever.
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

}  // namespace capstan::inline CAPSTAN_ABI::compiler
