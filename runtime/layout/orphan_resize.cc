// SPDX-License-Identifier: Apache-2.0
// Shortening and lengthening detached lists, texts and data.
#include <cstring>

#include "capstan/arena/exhaustion.h"
#include "capstan/layout/orphan_builder.h"
#include "capstan/layout/upgrade.h"
#include "runtime/layout/free_words.h"
#include "runtime/layout/new_list.h"
#include "runtime/layout/own_list.h"

namespace capstan::inline CAPSTAN_ABI {
namespace {

using internal::OwnTarget;

// The same list pointer for `count` elements. Errors: exhaustion, if no list has so many.
WirePointer pointerFor(const ListBuilder& list, std::uint64_t count) {
  if (count > kMaxListSize) internal::raiseExhausted("a list has more than 2^29-1 elements");
  const auto size = static_cast<std::uint32_t>(count);
  if (list.elementSize() != ElementSize::kComposite) {
    return WirePointer::toList(0, list.elementSize(), size);
  }
  const auto dataWords = static_cast<std::uint16_t>(list.dataBytes() / kBytesPerWord);
  const std::uint32_t words = internal::structListWords(size, {dataWords, list.pointers()});
  return WirePointer::toList(0, ElementSize::kComposite, words);
}

void storeCount(const OwnTarget& list, std::uint32_t count) {
  if (list.pointer.elementSize() != ElementSize::kComposite) return;
  const WirePointer tag = WirePointer::load(list.at);
  WirePointer::tag(count, tag.dataWords(), tag.pointers()).store(list.at);
}

// The first byte behind `count` elements, and the bits before it that are still theirs.
struct End {
  std::byte* at;
  std::uint32_t bits;
};

End endOf(const ListBuilder& list, std::uint32_t count) {
  const bool isComposite = list.elementSize() == ElementSize::kComposite;
  const std::uint64_t stepBits =
      isComposite ? std::uint64_t{list.stepBytes()} * 8 : stepBitsOf(list.elementSize());
  const std::uint64_t bits = count * stepBits;
  return {list.data() + bits / 8, static_cast<std::uint32_t>(bits % 8)};
}

// Numbers that do not fit where they stand.
OwnTarget moveNumbers(const OwnTarget& old, WirePointer pointer) {
  Segment* segment = old.segment;
  const std::uint64_t words = targetWords(pointer);
  const std::uint64_t oldWords = targetWords(old.pointer);
  const internal::Place place = internal::allocateFor(segment, segment->begin, words);
  if (oldWords != 0) std::memcpy(place.at, old.at, oldWords * kBytesPerWord);
  internal::zeroWords(place.at + oldWords * kBytesPerWord, words - oldWords);
  internal::zeroObject(old);
  return {place.segment, place.at, pointer};
}

}  // namespace

void OrphanBuilder::cutOff(const ListBuilder& list, std::uint32_t count) {
  for (std::uint32_t i = count; i < list.size() && list.pointers() != 0; ++i) {
    std::byte* at = list.elementAtUnchecked(i) + list.dataBytes();
    for (std::uint32_t p = 0; p < list.pointers(); ++p, at += kBytesPerWord) {
      PointerBuilder(list.segment(), at).clear();
    }
  }
  const End end = endOf(list, count);
  std::byte* at = end.at;
  if (end.bits != 0) *at++ &= std::byte{static_cast<std::uint8_t>((1u << end.bits) - 1)};
  const std::byte* last = target_.at + targetWords(target_.pointer) * kBytesPerWord;
  if (at < last) std::memset(at, 0, static_cast<std::size_t>(last - at));
}

bool OrphanBuilder::tryGrowInPlace(std::uint64_t words, std::uint64_t moreWords) {
  Segment* segment = target_.segment;
  if (moreWords == 0) return true;
  if (words == 0 || !internal::isLast(segment, target_.at, words)) return false;
  std::byte* more = segment->tryAllocate(moreWords);
  if (more == nullptr && static_cast<Arena*>(message_)->growInPlace(*segment, moreWords)) {
    more = segment->tryAllocate(moreWords);
  }
  if (more == nullptr) return false;
  internal::zeroWords(more, moreWords);
  return true;
}

void OrphanBuilder::resizeText(std::size_t size) {
  // A size that would wrap is as much too long as one that does not.
  resize(size < kMaxListSize ? size + 1 : std::uint64_t{kMaxListSize} + 1);
  target_.at[size] = std::byte{0};
}

void OrphanBuilder::resize(std::uint64_t count) {
  const ListBuilder list = getAnyList();
  const WirePointer pointer = pointerFor(list, count);
  const auto size = static_cast<std::uint32_t>(count);
  const std::uint64_t oldWords = targetWords(target_.pointer);
  const std::uint64_t words = targetWords(pointer);
  if (size <= list.size()) {
    cutOff(list, size);
    internal::leaveWords(target_.segment, target_.at + words * kBytesPerWord, oldWords - words);
  } else if (!tryGrowInPlace(oldWords, words - oldWords)) {
    target_ = list.pointers() != 0 || pointer.elementSize() == ElementSize::kComposite
                  ? internal::lengthenList(target_, size)
                  : moveNumbers(target_, pointer);
    return;
  }
  target_.pointer = pointer;
  storeCount(target_, size);
}

}  // namespace capstan::inline CAPSTAN_ABI
