// SPDX-License-Identifier: Apache-2.0
// Making lists. Getting them (and moving those that are too small) is in upgrade.cc.
#include "capstan/layout/build.h"
#include "runtime/layout/new_list.h"

namespace capstan::inline CAPSTAN_ABI {

ListBuilder PointerBuilder::initList(ElementSize elementSize, std::uint32_t size) const {
  internal::checkView(segment_, epoch_);
  const internal::Place place = internal::placeList(segment_, at_, elementSize, size);
  internal::relink(segment_, at_, place, WirePointer::toList(0, elementSize, size));
  return {place.segment,
          place.at,
          size,
          {.elementSize = elementSize,
           .stepBytes = stepBitsOf(elementSize) / 8,
           .dataBytes = dataBitsOf(elementSize) / 8,
           .pointers = static_cast<std::uint16_t>(pointersOf(elementSize))}};
}

ListBuilder PointerBuilder::initStructList(std::uint32_t size, StructSize elements) const {
  internal::checkView(segment_, epoch_);
  const std::uint32_t words = internal::structListWords(size, elements);
  const internal::Place place = internal::placeStructList(segment_, at_, size, elements, words);
  internal::relink(segment_, at_, place, WirePointer::toList(0, ElementSize::kComposite, words));
  return {place.segment,
          place.at + kBytesPerWord,
          size,
          {.elementSize = ElementSize::kComposite,
           .stepBytes = elements.words() * std::uint32_t{kBytesPerWord},
           .dataBytes = elements.dataWords * std::uint32_t{kBytesPerWord},
           .pointers = elements.pointers}};
}

}  // namespace capstan::inline CAPSTAN_ABI
