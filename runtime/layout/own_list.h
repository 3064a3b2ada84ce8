// SPDX-License-Identifier: Apache-2.0
// Lists in our own memory, which needs no checks.
#pragma once

#include "capstan/layout/build.h"

namespace capstan::inline CAPSTAN_ABI::internal {

// Requires: target.pointer is a list pointer.
inline ListBuilder ownList(const OwnTarget& target) {
  const ElementSize size = target.pointer.elementSize();
  if (size != ElementSize::kComposite) {
    return {target.segment,
            target.at,
            target.pointer.listCount(),
            {.elementSize = size,
             .stepBytes = stepBitsOf(size) / 8,
             .dataBytes = dataBitsOf(size) / 8,
             .pointers = static_cast<std::uint16_t>(pointersOf(size))}};
  }
  const WirePointer tag = WirePointer::load(target.at);
  return {target.segment,
          target.at + kBytesPerWord,
          tag.tagCount(),
          {.elementSize = size,
           .stepBytes = tag.structWords() * std::uint32_t{kBytesPerWord},
           .dataBytes = tag.dataWords() * std::uint32_t{kBytesPerWord},
           .pointers = tag.pointers()}};
}

// Whether the list is of structs that have at least the sections of `elements`.
inline bool fits(const ListBuilder& list, StructSize elements) {
  return list.elementSize() == ElementSize::kComposite &&
         list.dataBytes() >= elements.dataWords * kBytesPerWord &&
         list.pointers() >= elements.pointers;
}

}  // namespace capstan::inline CAPSTAN_ABI::internal
