// SPDX-License-Identifier: Apache-2.0
#include "capstan/layout/concat.h"

#include <algorithm>
#include <cstring>

#include "capstan/arena/exhaustion.h"

namespace capstan::inline CAPSTAN_ABI {
namespace {

StructSize sizeOf(ElementSize elements) {
  return {static_cast<std::uint16_t>(wordsForBits(dataBitsOf(elements))),
          static_cast<std::uint16_t>(pointersOf(elements))};
}

bool isNumber(ElementSize elements) {
  return elements != ElementSize::kPointer && elements != ElementSize::kComposite;
}

// Copies a struct, or an element that is read as one, into a zero one that is no smaller.
void copyStruct(const StructReader& from, const StructBuilder& to) {
  if (from.dataBytes() != 0) std::memcpy(to.data(), from.data(), from.dataBytes());
  for (std::uint16_t i = 0; i < from.pointers(); ++i) {
    to.pointer({.index = i}).setPointer(from.pointer(i));
  }
}

}  // namespace

ConcatShape::ConcatShape(ElementSize elements, StructSize least)
    : elements_(elements), size_(elements == ElementSize::kComposite ? least : sizeOf(elements)) {}

void ConcatShape::add(const ListReader& list) {
  count_ += list.size();
  if (list.size() == 0) return;
  size_ = {std::max(size_.dataWords, static_cast<std::uint16_t>(wordsForBytes(list.dataBytes()))),
           std::max(size_.pointers, list.pointers())};
  // Codes of numbers are in the order of their sizes.
  if (isNumber(elements_) && isNumber(list.elementSize())) {
    elements_ = std::max(elements_, list.elementSize());
  } else if (elements_ != list.elementSize()) {
    elements_ = ElementSize::kComposite;
  }
}

OrphanBuilder ConcatShape::makeList(MessageContext& message) const {
  if (count_ > kMaxListSize) internal::raiseExhausted("a list has more than 2^29-1 elements");
  const auto count = static_cast<std::uint32_t>(count_);
  return elements_ == ElementSize::kComposite ? OrphanBuilder::ofStructList(message, count, size_)
                                              : OrphanBuilder::ofList(message, elements_, count);
}

void Concatenation::add(const ListReader& list) {
  const ElementSize elements = to_.elementSize();
  const bool isSame = elements == list.elementSize() && isNumber(elements);
  if (isSame && elements != ElementSize::kBit) {
    const std::size_t bytes = std::size_t{list.size()} * list.dataBytes();
    if (bytes != 0) std::memcpy(to_.elementAtUnchecked(next_), list.data(), bytes);
    next_ += list.size();
    return;
  }
  for (std::uint32_t i = 0; i < list.size(); ++i, ++next_) {
    if (elements == ElementSize::kComposite) {
      copyStruct(list.structAtUnchecked(i), to_.structAtUnchecked(next_));
    } else if (elements == ElementSize::kPointer) {
      to_.pointerAtUnchecked(next_).setPointer(list.pointerAtUnchecked(i));
    } else if (elements == ElementSize::kBit) {
      to_.setDataAtUnchecked<bool>(next_, list.dataAtUnchecked<bool>(i));
    } else if (list.dataBytes() != 0) {
      std::memcpy(to_.elementAtUnchecked(next_), list.elementAtUnchecked(i), list.dataBytes());
    }
  }
}

}  // namespace capstan::inline CAPSTAN_ABI
