// SPDX-License-Identifier: Apache-2.0
// One pointer word of the wire format, as a value.
//
// Pure arithmetic on 64 bits: nothing here touches memory beyond loading or storing the word, and
// nothing here decides whether a pointer is valid. The low two bits are the kind:
//
//   struct   63          48 47          32 31                           2 1 0
//            [ pointers 16 ][data words 16][ offset in words, signed  30 ][0 0]
//   list     63                       35 34  32 31                      2 1 0
//            [ elements (words if 7)  29 ][ code ][ offset, signed    30 ][0 1]
//   far      63                          32 31                      3  2  1 0
//            [ segment id               32 ][ pad's offset, words 29 ][dbl][1 0]
//   other    63                          32 31                         2  1 0
//            [ capability index         32 ][ 0 for a capability     30  ][1 1]
//
// Offsets of struct and list pointers count from the end of the pointer word. A struct pointer with
// offset -1 and no sections is the zero-sized struct, distinct from the all-zero null pointer.
#pragma once

#include <cstddef>
#include <cstdint>

#include "capstan/base/config.h"
#include "capstan/base/endian.h"
#include "capstan/base/units.h"
#include "capstan/wire/element_size.h"

namespace capstan::inline CAPSTAN_ABI {

// The low two bits of a pointer word.
enum class PointerKind : std::uint8_t { kStruct = 0, kList = 1, kFar = 2, kOther = 3 };

// A pointer word in machine order. The accessors of a kind are meaningful for that kind only.
class WirePointer {
 public:
  constexpr WirePointer() = default;
  constexpr explicit WirePointer(std::uint64_t bits) : bits_(bits) {}

  static WirePointer load(const std::byte* from) {
    return WirePointer(loadLittle<std::uint64_t>(from));
  }
  void store(std::byte* to) const { storeLittle(to, bits_); }

  // A pointer to a struct that starts `offsetWords` after the pointer's end.
  static constexpr WirePointer toStruct(std::int32_t offsetWords, std::uint16_t dataWords,
                                        std::uint16_t pointers) {
    return WirePointer(low(offsetWords, PointerKind::kStruct) | std::uint64_t{dataWords} << 32 |
                       std::uint64_t{pointers} << 48);
  }
  // The pointer to a struct without sections.
  static constexpr WirePointer toEmptyStruct() { return toStruct(-1, 0, 0); }
  // A pointer to a list; `count` is in elements, for composite lists in words without the tag.
  // Requires: count <= kMaxListSize.
  static constexpr WirePointer toList(std::int32_t offsetWords, ElementSize size,
                                      std::uint32_t count) {
    return WirePointer(low(offsetWords, PointerKind::kList) |
                       std::uint64_t{static_cast<std::uint8_t>(size)} << 32 |
                       std::uint64_t{count} << 35);
  }
  // A far pointer to the landing pad at `padOffsetWords` of segment `segment`.
  static constexpr WirePointer toFar(bool isDouble, std::uint32_t padOffsetWords,
                                     std::uint32_t segment) {
    return WirePointer(std::uint64_t{static_cast<std::uint8_t>(PointerKind::kFar)} |
                       std::uint64_t{isDouble} << 2 | std::uint64_t{padOffsetWords} << 3 |
                       std::uint64_t{segment} << 32);
  }
  // A pointer to entry `index` of the message's capability table.
  static constexpr WirePointer toCapability(std::uint32_t index) {
    return WirePointer(std::uint64_t{static_cast<std::uint8_t>(PointerKind::kOther)} |
                       std::uint64_t{index} << 32);
  }
  // The tag word of a composite list of `count` elements.
  static constexpr WirePointer tag(std::uint32_t count, std::uint16_t dataWords,
                                   std::uint16_t pointers) {
    return WirePointer(std::uint64_t{count} << 2 | std::uint64_t{dataWords} << 32 |
                       std::uint64_t{pointers} << 48);
  }

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr bool isNull() const { return bits_ == 0; }
  constexpr PointerKind kind() const { return static_cast<PointerKind>(bits_ & 3); }

  // Struct and list.
  constexpr std::int32_t offsetWords() const {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(bits_)) >> 2;
  }
  // The same pointer with another offset.
  constexpr WirePointer withOffset(std::int32_t offsetWords) const {
    return WirePointer((bits_ & 0xFFFF'FFFF'0000'0003) | low(offsetWords, PointerKind::kStruct));
  }

  // Struct, and the tag word of a composite list.
  constexpr std::uint16_t dataWords() const { return static_cast<std::uint16_t>(bits_ >> 32); }
  constexpr std::uint16_t pointers() const { return static_cast<std::uint16_t>(bits_ >> 48); }
  constexpr std::uint32_t structWords() const {
    return std::uint32_t{dataWords()} + std::uint32_t{pointers()};
  }
  constexpr std::uint32_t tagCount() const { return static_cast<std::uint32_t>(bits_) >> 2; }

  // List.
  constexpr ElementSize elementSize() const { return static_cast<ElementSize>(bits_ >> 32 & 7); }
  constexpr std::uint32_t listCount() const { return static_cast<std::uint32_t>(bits_ >> 35); }

  // Far.
  constexpr bool isDoubleFar() const { return (bits_ & 4) != 0; }
  constexpr std::uint32_t padOffsetWords() const { return static_cast<std::uint32_t>(bits_) >> 3; }
  constexpr std::uint32_t segment() const { return static_cast<std::uint32_t>(bits_ >> 32); }

  // Other.
  constexpr bool isCapability() const { return (bits_ & 0xFFFF'FFFF) == 3; }
  constexpr std::uint32_t capabilityIndex() const {
    return static_cast<std::uint32_t>(bits_ >> 32);
  }

  friend constexpr bool operator==(WirePointer, WirePointer) = default;

 private:
  static constexpr std::uint64_t low(std::int32_t offsetWords, PointerKind kind) {
    return (static_cast<std::uint32_t>(offsetWords) << 2) | static_cast<std::uint8_t>(kind);
  }

  std::uint64_t bits_ = 0;
};

static_assert(sizeof(WirePointer) == 8);

// The words that the target of a struct or list pointer takes, a composite list's tag included.
constexpr std::uint64_t targetWords(WirePointer pointer) {
  if (pointer.kind() == PointerKind::kStruct) return pointer.structWords();
  if (pointer.elementSize() == ElementSize::kComposite) {
    return std::uint64_t{pointer.listCount()} + 1;
  }
  return wordsForBits(std::uint64_t{pointer.listCount()} * stepBitsOf(pointer.elementSize()));
}

}  // namespace capstan::inline CAPSTAN_ABI
