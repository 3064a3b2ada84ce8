// SPDX-License-Identifier: Apache-2.0
// What structs and lists have in common: elements of data and pointers.
#pragma once

#include <cstdint>

#include "capstan/layout/list_reader.h"
#include "capstan/layout/pointer_reader.h"
#include "capstan/layout/struct_reader.h"

namespace capstan::inline CAPSTAN_ABI::internal {

// A struct, or the elements of a list that is not of bits.
struct Elements {
  const Segment* segment;
  const std::byte* data;
  std::uint32_t count;
  std::uint32_t stepBytes;
  std::uint32_t dataBytes;
  std::uint16_t pointers;
  std::uint16_t depth;

  // Requires: index < count.
  const std::byte* at(std::uint32_t index) const { return data + std::uint64_t{index} * stepBytes; }
  const std::byte* pointerSection(std::uint32_t index) const { return at(index) + dataBytes; }
  // Requires: pointer < pointers.
  PointerReader pointerAt(std::uint32_t index, std::uint32_t pointer) const {
    return {segment, pointerSection(index) + pointer * kBytesPerWord, depth};
  }
};

inline Elements elementsOf(const StructReader& from) {
  return {from.segment(), from.data(), 1, 0, from.dataBytes(), from.pointers(), from.depth()};
}

// The elements of a struct list are a level below it, as where they are read.
inline Elements elementsOf(const ListReader& from) {
  const bool isStructs = from.elementSize() == ElementSize::kComposite;
  return {from.segment(),
          from.data(),
          from.size(),
          from.stepBytes(),
          from.dataBytes(),
          from.pointers(),
          isStructs ? below(from.depth()) : from.depth()};
}

}  // namespace capstan::inline CAPSTAN_ABI::internal
