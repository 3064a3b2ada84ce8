// SPDX-License-Identifier: Apache-2.0
// Placing objects: beside their pointer, in another segment, over an old value. Blobs are in
// build_blob.cc, lists in build_list.cc.
#include "capstan/layout/build.h"

#include "capstan/arena/arena.h"
#include "capstan/layout/upgrade.h"

namespace capstan::inline CAPSTAN_ABI {
namespace internal {
namespace {

Arena& arenaOf(Segment* segment) { return *static_cast<Arena*>(segment->context); }

}  // namespace

Place allocateFor(Segment* segment, std::byte* at, std::uint64_t words) {
  // An empty object stands behind its pointer: at the end of the segment it could come to lie
  // outside when the last words are given back.
  if (words == 0) return {segment, at + kBytesPerWord, at};
  std::byte* object = segment->tryAllocate(words);
  if (object != nullptr) return {segment, object, at};
  Arena& arena = arenaOf(segment);
  // One word more, before the object, for the landing pad: the object stays the last of its
  // segment, where it can still grow.
  Segment* away = &arena.last();
  std::byte* pad = away != segment ? away->tryAllocate(words + 1) : nullptr;
  if (pad == nullptr) {
    if (arena.growInPlace(*segment, words)) return {segment, segment->tryAllocate(words), at};
    pad = arena.allocateSlow(words + 1, away);
  }
  storeLittle<std::uint64_t>(pad, 0);
  return {away, pad + kBytesPerWord, pad};
}

void relink(Segment* segment, std::byte* at, const Place& place, WirePointer pointer) {
  if (!WirePointer::load(at).isNull()) zeroTarget(segment, at);
  link(at, place, pointer);
}

OwnTarget followOwn(Segment* segment, std::byte* at, WirePointer pointer) {
  if (pointer.kind() != PointerKind::kFar) {
    return {segment, directTarget(at, pointer), pointer};
  }
  Segment* padSegment = segment->context->segment(pointer.segment());
  std::byte* pad = padSegment->begin + pointer.padOffsetWords() * kBytesPerWord;
  const WirePointer first = WirePointer::load(pad);
  if (!pointer.isDoubleFar()) return followOwn(padSegment, pad, first);
  Segment* target = segment->context->segment(first.segment());
  return {target, target->begin + first.padOffsetWords() * kBytesPerWord,
          WirePointer::load(pad + kBytesPerWord)};
}

NewObject initStructSlow(Segment* segment, std::byte* at, StructSize size) {
  if (size.words() == 0) {
    if (!WirePointer::load(at).isNull()) zeroTarget(segment, at);
    WirePointer::toEmptyStruct().store(at);
    return {segment, at};
  }
  const WirePointer pointer = WirePointer::toStruct(0, size.dataWords, size.pointers);
  std::byte* object = segment->tryAllocate(size.words());
  if (object == nullptr) [[unlikely]] {
    const Place place = allocateFor(segment, at, size.words());
    zeroWords(place.at, size.words());
    relink(segment, at, place, pointer);
    return {place.segment, place.at};
  }
  zeroWords(object, size.words());
  if (!WirePointer::load(at).isNull()) zeroTarget(segment, at);
  pointer.withOffset(offsetBetween(at, object)).store(at);
  return {segment, object};
}

StructBuilder getStructSlow(Segment* segment, std::byte* at, StructSize size,
                            const unsigned char* fallback) {
  const WirePointer pointer = WirePointer::load(at);
  if (pointer.isNull()) {
    if (fallback == nullptr) return initStruct(segment, at, size);
    PointerBuilder(segment, at).setStruct(StructReader::ofConstant(fallback));
    return getStructSlow(segment, at, size, nullptr);
  }
  if (pointer.kind() == PointerKind::kOther) return initStruct(segment, at, size);
  const OwnTarget target = followOwn(segment, at, pointer);
  if (target.pointer.kind() != PointerKind::kStruct) return initStruct(segment, at, size);
  if (target.pointer.dataWords() >= size.dataWords && target.pointer.pointers() >= size.pointers) {
    return {target.segment, target.at, {target.pointer.dataWords(), target.pointer.pointers()}};
  }
  return growStruct(segment, at, target, size);
}

}  // namespace internal

void PointerBuilder::clear() const {
  internal::checkView(segment_, epoch_);
  if (!WirePointer::load(at_).isNull()) internal::zeroTarget(segment_, at_);
  WirePointer().store(at_);
}

void PointerBuilder::setCapabilityIndex(std::uint32_t index) const {
  clear();
  WirePointer::toCapability(index).store(at_);
}

}  // namespace capstan::inline CAPSTAN_ABI
