// SPDX-License-Identifier: Apache-2.0
// Objects in our own memory and where their pointers are. No checks.
#pragma once

#include "capstan/layout/build.h"

namespace capstan::inline CAPSTAN_ABI::internal {

// `elements` times `dataWords` words of data and then `pointers` pointers, starting at `body`.
struct OwnObject {
  Segment* segment = nullptr;
  std::byte* at = nullptr;
  std::uint64_t words = 0;
  std::byte* body = nullptr;
  std::uint32_t elements = 0;
  std::uint32_t dataWords = 0;
  std::uint32_t pointers = 0;

  bool hasPointers() const { return elements != 0 && pointers != 0; }
  std::byte* end() const { return at + words * kBytesPerWord; }
};

inline OwnObject objectAt(const OwnTarget& target) {
  OwnObject object = {.segment = target.segment, .at = target.at, .body = target.at};
  if (target.pointer.kind() == PointerKind::kOther) return object;
  object.words = targetWords(target.pointer);
  if (target.pointer.kind() == PointerKind::kStruct) {
    object.elements = 1;
    object.dataWords = target.pointer.dataWords();
    object.pointers = target.pointer.pointers();
  } else if (target.pointer.elementSize() == ElementSize::kPointer) {
    object.elements = target.pointer.listCount();
    object.pointers = 1;
  } else if (target.pointer.elementSize() == ElementSize::kComposite) {
    const WirePointer tag = WirePointer::load(target.at);
    object.body = target.at + kBytesPerWord;
    object.elements = tag.tagCount();
    object.dataWords = tag.dataWords();
    object.pointers = tag.pointers();
  }
  return object;
}

}  // namespace capstan::inline CAPSTAN_ABI::internal
