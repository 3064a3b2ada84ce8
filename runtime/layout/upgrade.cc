// SPDX-License-Identifier: Apache-2.0
#include "capstan/layout/upgrade.h"

#include "capstan/arena/arena.h"
#include "runtime/layout/new_list.h"
#include "runtime/layout/own_list.h"

namespace capstan::inline CAPSTAN_ABI::internal {
namespace {

// Words for landing pads, allocated before anything is moved: single ones in the targets' segment,
// then double-far ones elsewhere.
struct Pads {
  std::byte* single = nullptr;
  std::byte* singleEnd = nullptr;
  Segment* doubleSegment = nullptr;
  std::byte* doubleAt = nullptr;
};

constexpr std::uint64_t kDoublePadWords = 2;

// Whether the pointer needs a landing pad to leave its segment. What takes no space needs none.
bool needsPad(WirePointer pointer) {
  return pointer.kind() <= PointerKind::kList && !pointer.isNull() && targetWords(pointer) != 0;
}

// Moves a pointer that needs no pad: its target takes no space, or is pointed to absolutely.
void movePadless(Segment* from, WirePointer pointer, Segment* to, std::byte* toAt) {
  if (pointer.kind() == PointerKind::kList) return pointer.withOffset(0).store(toAt);
  if (pointer.kind() == PointerKind::kFar) {
    const OwnTarget target = followOwn(to, toAt, pointer);
    if (target.segment == to && needsPad(target.pointer)) {
      target.pointer.withOffset(offsetBetween(toAt, target.at)).store(toAt);
      return zeroPads(from, pointer);
    }
  }
  pointer.store(toAt);
}

// Makes `toAt` lead to `target`, in another segment, by the next of the landing pads.
void moveFar(const OwnTarget& target, std::byte* toAt, Pads& pads) {
  const Segment& segment = *target.segment;
  if (pads.single != pads.singleEnd) {
    std::byte* pad = pads.single;
    pads.single += kBytesPerWord;
    target.pointer.withOffset(offsetBetween(pad, target.at)).store(pad);
    return WirePointer::toFar(false, segment.wordOf(pad), segment.id).store(toAt);
  }
  std::byte* pad = pads.doubleAt;
  pads.doubleAt += kDoublePadWords * kBytesPerWord;
  WirePointer::toFar(false, segment.wordOf(target.at), segment.id).store(pad);
  target.pointer.withOffset(0).store(pad + kBytesPerWord);
  WirePointer::toFar(true, pads.doubleSegment->wordOf(pad), pads.doubleSegment->id).store(toAt);
}

void moveWith(Pads& pads, Segment* from, std::byte* fromAt, Segment* to, std::byte* toAt) {
  const WirePointer pointer = WirePointer::load(fromAt);
  if (!needsPad(pointer)) {
    movePadless(from, pointer, to, toAt);
  } else if (const OwnTarget target = followOwn(from, fromAt, pointer); from == to) {
    pointer.withOffset(offsetBetween(toAt, target.at)).store(toAt);
  } else {
    moveFar(target, toAt, pads);
  }
  storeLittle<std::uint64_t>(fromAt, 0);
}

// A struct, or the elements of a list.
struct Elements {
  Segment* segment;
  std::byte* at;
  std::uint32_t count;
  std::uint32_t stepBytes;
  std::uint32_t dataBytes;
  std::uint32_t pointers;
};

Elements elementsOf(const OwnTarget& target) {
  if (target.pointer.kind() == PointerKind::kStruct) {
    return {target.segment,
            target.at,
            1,
            0,
            target.pointer.dataWords() * std::uint32_t{kBytesPerWord},
            target.pointer.pointers()};
  }
  const ListBuilder list = ownList(target);
  return {list.segment(),   list.data(),      list.size(),
          list.stepBytes(), list.dataBytes(), list.pointers()};
}

std::uint64_t countPads(const Elements& old) {
  std::uint64_t pads = 0;
  for (std::uint32_t i = 0; i < old.count && old.pointers != 0; ++i) {
    const std::byte* at = old.at + std::uint64_t{i} * old.stepBytes + old.dataBytes;
    for (std::uint32_t p = 0; p < old.pointers; ++p, at += kBytesPerWord) {
      pads += needsPad(WirePointer::load(at));
    }
  }
  return pads;
}

// Puts the end of a segment back where it was, unless told to keep it.
class SegmentEnd {
 public:
  explicit SegmentEnd(Segment* segment) : segment_(segment), used_(segment->used) {}
  SegmentEnd(const SegmentEnd&) = delete;
  SegmentEnd& operator=(const SegmentEnd&) = delete;
  ~SegmentEnd() {
    if (segment_ != nullptr) segment_->used = used_;
  }
  void keep() { segment_ = nullptr; }

 private:
  Segment* segment_;
  std::byte* used_;
};

// Takes the landing pads that fit where the targets are. Returns: how many do not.
std::uint64_t takeSinglePads(Segment* segment, std::uint64_t count, Pads& pads) {
  const std::uint64_t free = segment->freeWords();
  const std::uint64_t taken = count < free ? count : free;
  pads.single = segment->tryAllocate(taken);
  pads.singleEnd = pads.single + taken * kBytesPerWord;
  zeroWords(pads.single, taken);
  return count - taken;
}

// Allocates a place of `words` words for what `old` becomes, and the landing pads of its pointers.
Place placeFor(Segment* segment, std::byte* at, const Elements& old, std::uint64_t words,
               Pads& pads) {
  if (segment == old.segment && segment->freeWords() >= words) {
    return allocateFor(segment, at, words);
  }
  SegmentEnd end(old.segment);
  const std::uint64_t doubles = takeSinglePads(old.segment, countPads(old), pads);
  const Place place = allocateFor(segment, at, words + doubles * kDoublePadWords);
  pads.doubleSegment = place.segment;
  pads.doubleAt = place.at + words * kBytesPerWord;
  // In the old object's own segment, which then has grown, no pads are needed.
  if (place.segment == old.segment) place.segment->used = pads.doubleAt;
  end.keep();
  return place;
}

// Moves the elements to `to`, as structs of `size` one after the other.
void moveElements(const Elements& old, const Place& place, std::byte* to, StructSize size,
                  Pads& pads) {
  const std::size_t dataBytes = size.dataWords * kBytesPerWord;
  for (std::uint32_t i = 0; i < old.count; ++i) {
    std::byte* from = old.at + std::uint64_t{i} * old.stepBytes;
    if (old.dataBytes != 0) std::memcpy(to, from, old.dataBytes);
    std::memset(to + old.dataBytes, 0, size.words() * kBytesPerWord - old.dataBytes);
    for (std::uint32_t p = 0; p < old.pointers; ++p) {
      moveWith(pads, old.segment, from + old.dataBytes + p * kBytesPerWord, place.segment,
               to + dataBytes + p * kBytesPerWord);
    }
    to += size.words() * kBytesPerWord;
  }
}

StructSize sizeOf(const Elements& old) {
  return {static_cast<std::uint16_t>(wordsForBytes(old.dataBytes)),
          static_cast<std::uint16_t>(old.pointers)};
}

}  // namespace

WirePointer movedWithin(WirePointer pointer, std::int64_t words) {
  if (pointer.kind() > PointerKind::kList || pointer.isNull()) return pointer;
  if (needsPad(pointer)) {
    return pointer.withOffset(pointer.offsetWords() - static_cast<std::int32_t>(words));
  }
  return pointer.kind() == PointerKind::kList ? pointer.withOffset(0)
                                              : WirePointer::toEmptyStruct();
}

namespace {

// Allocates the landing pads of `count` targets in `from` for pointers in `to`.
void takePads(Segment* from, Segment* to, std::uint64_t count, Pads& pads) {
  SegmentEnd end(from);
  const std::uint64_t doubleWords = takeSinglePads(from, count, pads) * kDoublePadWords;
  if (doubleWords != 0) {
    pads.doubleSegment = to;
    pads.doubleAt = to->tryAllocate(doubleWords);
    if (pads.doubleAt == nullptr) {
      Arena* arena = static_cast<Arena*>(to->context);
      pads.doubleAt = arena->allocateSlow(doubleWords, pads.doubleSegment);
    }
  }
  end.keep();
}

// An object in its new place, which nothing points to yet.
struct Moved {
  Place place;
  WirePointer pointer;
};

// Moves the struct to a place that the pointer at `at` can lead to.
Moved moveStruct(Segment* segment, std::byte* at, const OwnTarget& old, StructSize size) {
  const Elements elements = elementsOf(old);
  const StructSize grown = largerOf(sizeOf(elements), size);
  Pads pads;
  const Place place = placeFor(segment, at, elements, grown.words(), pads);
  moveElements(elements, place, place.at, grown, pads);
  return {place, WirePointer::toStruct(0, grown.dataWords, grown.pointers)};
}

// Moves the elements to structs of at least `elements`, and adds zero ones up to `count`.
Moved moveStructList(Segment* segment, std::byte* at, const OwnTarget& old, StructSize elements,
                     std::uint32_t count) {
  const Elements had = elementsOf(old);
  const StructSize grown = largerOf(sizeOf(had), elements);
  const std::uint32_t words = structListWords(count, grown);
  Pads pads;
  const Place place = placeFor(segment, at, had, std::uint64_t{words} + 1, pads);
  WirePointer::tag(count, grown.dataWords, grown.pointers).store(place.at);
  std::byte* to = place.at + kBytesPerWord;
  moveElements(had, place, to, grown, pads);
  const std::uint64_t movedWords = std::uint64_t{had.count} * grown.words();
  zeroWords(to + movedWords * kBytesPerWord, words - movedWords);
  return {place, WirePointer::toList(0, ElementSize::kComposite, words)};
}

// What was moved without a pointer: the old place is given up.
OwnTarget leaveOld(const OwnTarget& old, const Moved& moved) {
  zeroObject(old);
  return {moved.place.segment, moved.place.at, moved.pointer};
}

}  // namespace

void transferPointer(Segment* from, std::byte* fromAt, Segment* to, std::byte* toAt) {
  Pads pads;
  if (from != to && needsPad(WirePointer::load(fromAt))) takePads(from, to, 1, pads);
  moveWith(pads, from, fromAt, to, toAt);
}

void adoptTarget(Segment* segment, std::byte* at, const OwnTarget& target) {
  Pads pads;
  const bool isFar = segment != target.segment && needsPad(target.pointer);
  if (isFar) takePads(target.segment, segment, 1, pads);
  if (!WirePointer::load(at).isNull()) zeroTarget(segment, at);
  if (isFar) {
    moveFar(target, at, pads);
  } else if (needsPad(target.pointer)) {
    target.pointer.withOffset(offsetBetween(at, target.at)).store(at);
  } else if (target.pointer.isNull()) {
    WirePointer::toEmptyStruct().store(at);
  } else {
    target.pointer.store(at);  // an empty list, or a capability
  }
}

void moveInto(const OwnTarget& from, const StructBuilder& to) {
  const std::uint32_t fromBytes = from.pointer.dataWords() * std::uint32_t{kBytesPerWord};
  const std::uint32_t dataBytes = fromBytes < to.dataBytes() ? fromBytes : to.dataBytes();
  std::byte* pointerAt = from.at + fromBytes;
  const Elements pointers = {.segment = from.segment,
                             .at = pointerAt,
                             .count = 1,
                             .stepBytes = 0,
                             .dataBytes = 0,
                             .pointers = from.pointer.pointers() < to.pointers()
                                             ? from.pointer.pointers()
                                             : to.pointers()};
  Pads pads;
  if (from.segment != to.segment()) takePads(from.segment, to.segment(), countPads(pointers), pads);
  for (std::uint16_t i = 0; i < to.pointers(); ++i) to.pointer({.index = i}).clear();
  if (dataBytes != 0) std::memcpy(to.data(), from.at, dataBytes);
  std::memset(to.data() + dataBytes, 0, to.dataBytes() - dataBytes);
  std::byte* toAt = to.pointerSection();
  for (std::uint32_t i = 0; i < pointers.pointers; ++i) {
    moveWith(pads, from.segment, pointerAt, to.segment(), toAt);
    pointerAt += kBytesPerWord;
    toAt += kBytesPerWord;
  }
  zeroObject(from);
}

StructBuilder growStruct(Segment* segment, std::byte* at, const OwnTarget& old, StructSize size) {
  const Moved moved = moveStruct(segment, at, old, size);
  relink(segment, at, moved.place, moved.pointer);
  return {
      moved.place.segment, moved.place.at, {moved.pointer.dataWords(), moved.pointer.pointers()}};
}

OwnTarget growStruct(const OwnTarget& old, StructSize size) {
  return leaveOld(old, moveStruct(old.segment, old.segment->begin, old, size));
}

ListBuilder growStructList(Segment* segment, std::byte* at, const OwnTarget& old,
                           StructSize elements) {
  const Moved moved = moveStructList(segment, at, old, elements, ownList(old).size());
  relink(segment, at, moved.place, moved.pointer);
  return ownList({moved.place.segment, moved.place.at, moved.pointer});
}

OwnTarget growStructList(const OwnTarget& old, StructSize elements) {
  return leaveOld(
      old, moveStructList(old.segment, old.segment->begin, old, elements, ownList(old).size()));
}

OwnTarget lengthenList(const OwnTarget& old, std::uint32_t count) {
  Segment* segment = old.segment;
  if (old.pointer.elementSize() == ElementSize::kComposite) {
    return leaveOld(old, moveStructList(segment, segment->begin, old, {}, count));
  }
  const Elements had = elementsOf(old);
  Pads pads;
  const Place place = placeFor(segment, segment->begin, had, count, pads);
  moveElements(had, place, place.at, {.dataWords = 0, .pointers = 1}, pads);
  zeroWords(place.at + std::size_t{had.count} * kBytesPerWord, count - had.count);
  return leaveOld(old, {place, WirePointer::toList(0, ElementSize::kPointer, count)});
}

}  // namespace capstan::inline CAPSTAN_ABI::internal
