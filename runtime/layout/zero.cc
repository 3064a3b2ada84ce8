// SPDX-License-Identifier: Apache-2.0
// Zeroing an object and all below it, without stack and without memory of its own.
//
// What is being zeroed is dead already, so the list of what is still to do lives in it. An object's
// pointers to objects that have pointers themselves are gathered at its end; one of them is gone
// into at once, the others wait there as a run:
//
//   | waiting | ... | waiting | link |     link: where the run below begins (kind 3, which no
//     ^ top                                waiting pointer has); runs so form a stack
//
// All other words of the object are zeroed on the way in, the run's as they are taken. The walk so
// passes each object once, whatever the shape of the tree. It goes backwards through an object, so
// that objects made one after the other are given back to their segment together.
#include "capstan/layout/build.h"
#include "capstan/layout/upgrade.h"
#include "runtime/layout/own_object.h"

namespace capstan::inline CAPSTAN_ABI::internal {
namespace {

// A pointer taken out of its place: `at` is where its offset counts from.
struct Taken {
  Segment* segment;
  std::byte* at;
  WirePointer pointer;
};

// The first waiting pointer of the topmost run; null `at` when nothing waits.
struct Top {
  Segment* segment = nullptr;
  std::byte* at = nullptr;
};

constexpr std::uint32_t kBottom = 0x3FFF'FFFF;  // no word of a segment has this index

// Words that were the last of their segment are free again.
inline void wipe(Segment* segment, std::byte* at, std::uint64_t words) {
  zeroWords(at, words);
  if (at + words * kBytesPerWord == segment->used) segment->used = at;
}

OwnObject objectOf(const Taken& taken) {
  if (taken.pointer.kind() == PointerKind::kOther) return {};
  return objectAt(followOwn(taken.segment, taken.at, taken.pointer));
}

// Zeroes an object without pointers. External data is not written; its segment becomes empty, so
// that it is sent no more.
void wipeWhole(const OwnObject& object) {
  if (!object.segment->isExternal) return wipe(object.segment, object.at, object.words);
  object.segment->used = object.segment->capacity = object.segment->begin;
}

// Zeroes what has no pointers below it, and the landing pads. Returns: false, with nothing done, if
// the target has pointers.
bool wipeLeaf(const Taken& taken) {
  const OwnObject object = objectOf(taken);
  if (object.hasPointers()) return false;
  if (object.segment != nullptr) wipeWhole(object);
  zeroPads(taken.segment, taken.pointer);
  return true;
}

// Moves a pointer to another word of its segment.
void relocate(const Taken& taken, std::byte* to) {
  WirePointer pointer = taken.pointer;
  if (pointer.kind() != PointerKind::kFar) {
    pointer = pointer.withOffset(pointer.offsetWords() + offsetBetween(to, taken.at) + 1);
  }
  pointer.store(to);
}

// Zeroes the leaves below `object` and all of its own words but the pointers that remain, which
// become its last words. Returns: their number.
std::uint64_t gather(const OwnObject& object) {
  std::uint64_t waiting = 0;
  const std::uint64_t stepWords = object.dataWords + object.pointers;
  std::byte* at = object.body + object.elements * stepWords * kBytesPerWord;
  for (std::uint32_t element = 0; element < object.elements; ++element) {
    for (std::uint32_t i = 0; i < object.pointers; ++i) {
      at -= kBytesPerWord;
      const Taken taken = {object.segment, at, WirePointer::load(at)};
      if (taken.pointer.isNull() || wipeLeaf(taken)) continue;
      relocate(taken, object.end() - ++waiting * kBytesPerWord);
    }
    at -= object.dataWords * kBytesPerWord;
  }
  wipe(object.segment, object.at, object.words - waiting);
  return waiting;
}

void storeLink(const Top& top, std::byte* to) {
  const std::uint32_t word = top.at == nullptr ? kBottom : top.segment->wordOf(top.at);
  const std::uint32_t segment = top.at == nullptr ? 0 : top.segment->id;
  storeLittle(to, std::uint64_t{segment} << 32 | std::uint64_t{word} << 2 |
                      static_cast<std::uint8_t>(PointerKind::kOther));
}

Top loadLink(const Top& from, std::uint64_t link) {
  const std::uint32_t word = static_cast<std::uint32_t>(link) >> 2;
  if (word == kBottom) return {};
  Segment* segment = from.segment->context->segment(static_cast<std::uint32_t>(link >> 32));
  return {segment, segment->begin + word * kBytesPerWord};
}

// Takes one of `waiting` pointers at the end of `object` and leaves the others as a run.
Taken takeOne(const OwnObject& object, std::uint64_t waiting, Top& top) {
  std::byte* last = object.end() - kBytesPerWord;
  const Taken taken = {object.segment, last, WirePointer::load(last)};
  if (waiting == 1) {
    wipe(object.segment, last, 1);
  } else {
    storeLink(top, last);
    top = {object.segment, object.end() - waiting * kBytesPerWord};
  }
  return taken;
}

// Takes the topmost waiting pointer. Returns: false when nothing waits.
bool takeTop(Taken& taken, Top& top) {
  while (top.at != nullptr) {
    const WirePointer word = WirePointer::load(top.at);
    if (word.isNull()) return false;  // no tree: what waited here was zeroed with a later object
    storeLittle<std::uint64_t>(top.at, 0);
    if (word.kind() != PointerKind::kOther) {
      taken = {top.segment, top.at, word};
      top.at += kBytesPerWord;
      return true;
    }
    top = loadLink(top, word.bits());
  }
  return false;
}

void zeroFrom(OwnObject object) {
  Top top;
  for (;;) {
    const std::uint64_t waiting = gather(object);
    Taken taken;
    if (waiting != 0) {
      taken = takeOne(object, waiting, top);
    } else if (!takeTop(taken, top)) {
      return;
    }
    object = objectOf(taken);
    zeroPads(taken.segment, taken.pointer);
  }
}

// Not inlined: its registers and stack are not for the common cases to save (SmallMessage).
[[gnu::noinline]] void zeroTree(const Taken& taken) {
  if (taken.pointer.isNull() || wipeLeaf(taken)) return;
  const OwnObject object = objectOf(taken);
  zeroPads(taken.segment, taken.pointer);
  zeroFrom(object);
}

// The common cases, in a few instructions each (SmallMessage bench: 19 ns, 56 by the walk alone):
// a target without pointers, and a struct above nothing but such, all in one segment.

bool isDirectLeaf(WirePointer pointer) {
  if (pointer.kind() == PointerKind::kStruct) return pointer.pointers() == 0;
  return pointer.kind() == PointerKind::kList && pointer.elementSize() < ElementSize::kPointer;
}

inline void wipeDirectLeaf(Segment* segment, std::byte* at, WirePointer pointer) {
  const bool isText =
      pointer.kind() == PointerKind::kList && pointer.elementSize() == ElementSize::kByte;
  const std::uint64_t words = isText ? wordsForBytes(pointer.listCount()) : targetWords(pointer);
  wipe(segment, directTarget(at, pointer), words);
}

// Returns: false, with nothing done, if something below the struct is no direct leaf.
inline bool zeroShallow(Segment* segment, std::byte* at, WirePointer pointer) {
  std::byte* object = directTarget(at, pointer);
  std::byte* first = object + pointer.dataWords() * kBytesPerWord;
  std::byte* end = first + pointer.pointers() * kBytesPerWord;
  for (std::byte* below = first; below != end; below += kBytesPerWord) {
    if (!isDirectLeaf(WirePointer::load(below))) return false;
  }
  for (std::byte* below = end; below != first;) {
    below -= kBytesPerWord;
    const WirePointer leaf = WirePointer::load(below);
    if (!leaf.isNull()) wipeDirectLeaf(segment, below, leaf);
  }
  wipe(segment, object, pointer.structWords());
  return true;
}

}  // namespace

void zeroPads(Segment* segment, WirePointer pointer) {
  if (pointer.kind() != PointerKind::kFar) return;
  Segment* padSegment = segment->context->segment(pointer.segment());
  wipe(padSegment, padSegment->begin + pointer.padOffsetWords() * kBytesPerWord,
       pointer.isDoubleFar() ? 2 : 1);
}

void zeroObject(const OwnTarget& object) {
  if (object.pointer.kind() == PointerKind::kOther) return;
  const OwnObject whole = objectAt(object);
  if (whole.hasPointers()) {
    zeroFrom(whole);
  } else {
    wipeWhole(whole);
  }
}

void zeroTarget(Segment* segment, std::byte* at) {
  const WirePointer pointer = WirePointer::load(at);
  if (isDirectLeaf(pointer)) {
    wipeDirectLeaf(segment, at, pointer);
  } else if (pointer.kind() != PointerKind::kStruct || !zeroShallow(segment, at, pointer)) {
    zeroTree({segment, at, pointer});
  }
}

}  // namespace capstan::inline CAPSTAN_ABI::internal
