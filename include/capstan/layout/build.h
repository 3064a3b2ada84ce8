// SPDX-License-Identifier: Apache-2.0
// Making objects in a message: allocation beside the pointer, far pointers, replacement.
//
// The inline half takes the common case (a null pointer whose segment has room) in one straight
// line; overwriting, other segments and exhaustion are in the slow half.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "capstan/base/config.h"
#include "capstan/layout/follow.h"
#include "capstan/layout/list_builder.h"
#include "capstan/layout/pointer_builder.h"
#include "capstan/layout/struct_builder.h"
#include "capstan/wire/pointer.h"

namespace capstan::inline CAPSTAN_ABI {

namespace internal {

// A place for an object, not yet pointed to. `slot` is the word that will point to it directly: the
// pointer itself, or a landing pad in the object's segment.
struct Place {
  Segment* segment;
  std::byte* at;
  std::byte* slot;
};

// Allocates `words` dirty words for the target of the pointer at `at`: in its segment if there is
// room, else in another one behind a landing pad. Errors: exhaustion, with nothing changed.
Place allocateFor(Segment* segment, std::byte* at, std::uint64_t words);

// Points the pointer at `at` to `place`; `pointer` tells kind and size. Its old target, if any, is
// zeroed first.
void relink(Segment* segment, std::byte* at, const Place& place, WirePointer pointer);

// Zeroes the object that the pointer at `at` leads to, all below it and its landing pads. The
// pointer itself is left. Iterative: depth does not use stack.
void zeroTarget(Segment* segment, std::byte* at);

// Where the pointer at `at`, in our own memory, leads: far pointers resolved.
struct OwnTarget {
  Segment* segment;
  std::byte* at;
  WirePointer pointer;  // its kind and size; the offset is meaningless behind far pointers
};
// Requires: the pointer is a struct, list or far pointer.
OwnTarget followOwn(Segment* segment, std::byte* at, WirePointer pointer);

// Calls the misuse handler for the application's own memory, which a message only refers to.
inline void requireWritable(const Segment* segment) {
  requireUse(!segment->isExternal, "external data was built in: a message may only refer to it");
}

// Zeroes an object that nothing points to, and all below it, as zeroTarget does.
void zeroObject(const OwnTarget& object);

// A new object's place, small enough to come back in registers: a StructBuilder that comes back
// through memory fails store forwarding (SmallMessage bench: 1 ns of 20).
struct NewObject {
  Segment* segment;
  std::byte* at;
};
NewObject initStructSlow(Segment* segment, std::byte* at, StructSize size);
void setTextSlow(Segment* segment, std::byte* at, std::string_view text);
StructBuilder getStructSlow(Segment* segment, std::byte* at, StructSize size,
                            const unsigned char* fallback);

// A byte list that a pointer has had, and what points to it directly; no words: none.
struct FormerBytes {
  Place place = {};
  std::uint64_t words = 0;
};

// The place of a text or data, to be written between beginBytes and finishBytes: that of the old
// value where `mayReuse` and it fits or can grow, otherwise a remembered or new one. Until
// finishBytes the pointer has its old target.
struct BytesPlace {
  Place place;
  std::uint64_t words;  // all that finishBytes has to zero the rest of
  FormerBytes former;   // no words: finishBytes replaces whatever the pointer has
};
// `count` is in bytes, a text's NUL included. Errors: exhaustion, with nothing changed.
BytesPlace beginBytes(Segment* segment, std::byte* at, std::uint64_t count, bool mayReuse);
// Zeroes what follows the first `writtenBytes` bytes and swaps the pointer.
void finishBytes(Segment* segment, std::byte* at, const BytesPlace& bytes, std::uint64_t count,
                 std::size_t writtenBytes);

// The first byte of what the struct or list pointer at `at` leads to, in our own memory.
inline std::byte* directTarget(std::byte* at, WirePointer pointer) {
  return at + kBytesPerWord + pointer.offsetWords() * std::int64_t{kBytesPerWord};
}

// The offset, in words, of a pointer at `pointerAt` that leads to `object` in the same segment.
inline std::int32_t offsetBetween(const std::byte* pointerAt, const std::byte* object) {
  return static_cast<std::int32_t>((object - pointerAt) / std::int64_t{kBytesPerWord} - 1);
}

// Points the null pointer at `at` to `place`; `pointer` tells kind and size.
inline void link(std::byte* at, const Place& place, WirePointer pointer) {
  pointer.withOffset(offsetBetween(place.slot, place.at)).store(place.slot);
  if (place.slot != at) {
    WirePointer::toFar(false, place.segment->wordOf(place.slot), place.segment->id).store(at);
  }
}

// Zeroes `words` words. Most objects have fewer than eight, which are three stores at most: a call
// of memset costs more (SmallMessage bench: 18 ns with it, 16 without).
inline void zeroWords(std::byte* at, std::uint64_t words) {
  if (words >= 8) {
    std::memset(at, 0, words * kBytesPerWord);
    return;
  }
  if ((words & 4) != 0) {
    std::memset(at, 0, 4 * kBytesPerWord);
    at += 4 * kBytesPerWord;
  }
  if ((words & 2) != 0) {
    std::memset(at, 0, 2 * kBytesPerWord);
    at += 2 * kBytesPerWord;
  }
  if ((words & 1) != 0) std::memset(at, 0, kBytesPerWord);
}

// Copies `size` bytes that do not overlap. Short texts are the common case: up to 32 bytes are two
// or four overlapping loads and stores, which cost less than a call of memcpy.
inline void copyBytes(std::byte* to, const char* from, std::size_t size) {
  if (size > 32) {
    std::memcpy(to, from, size);
  } else if (size >= 16) {
    std::uint64_t part[4];
    std::memcpy(&part[0], from, 16);
    std::memcpy(&part[2], from + size - 16, 16);
    std::memcpy(to, &part[0], 16);
    std::memcpy(to + size - 16, &part[2], 16);
  } else if (size >= 8) {
    std::uint64_t first;
    std::uint64_t last;
    std::memcpy(&first, from, 8);
    std::memcpy(&last, from + size - 8, 8);
    std::memcpy(to, &first, 8);
    std::memcpy(to + size - 8, &last, 8);
  } else if (size >= 4) {
    std::uint32_t first;
    std::uint32_t last;
    std::memcpy(&first, from, 4);
    std::memcpy(&last, from + size - 4, 4);
    std::memcpy(to, &first, 4);
    std::memcpy(to + size - 4, &last, 4);
  } else if (size != 0) {
    to[0] = static_cast<std::byte>(from[0]);
    to[size / 2] = static_cast<std::byte>(from[size / 2]);
    to[size - 1] = static_cast<std::byte>(from[size - 1]);
  }
}

inline StructBuilder initStruct(Segment* segment, std::byte* at, StructSize size) {
  if (WirePointer::load(at).isNull() && size.words() != 0) [[likely]] {
    std::byte* object = segment->tryAllocate(size.words());
    if (object != nullptr) [[likely]] {
      zeroWords(object, size.words());
      WirePointer::toStruct(offsetBetween(at, object), size.dataWords, size.pointers).store(at);
      return {segment, object, size};
    }
  }
  const NewObject made = initStructSlow(segment, at, size);
  return {made.segment, made.at, size};
}

// The first step of making a text of `size` bytes where nothing is replaced. Returns: its place,
// its NUL and padding written; null where that takes more than a bump of the arena.
inline std::byte* tryPlaceText(Segment* segment, const std::byte* at, std::size_t size) {
  const std::uint64_t bytes = std::uint64_t{size} + 1;
  if (!WirePointer::load(at).isNull() || bytes > kMaxListSize) [[unlikely]]
    return nullptr;
  const std::uint64_t words = wordsForBytes(bytes);
  std::byte* object = segment->tryAllocate(words);
  if (object != nullptr) [[likely]]
    storeLittle<std::uint64_t>(object + (words - 1) * kBytesPerWord, 0);
  return object;
}

// The last step, when the characters are there.
inline void linkText(std::byte* at, const std::byte* object, std::size_t size) {
  WirePointer::toList(offsetBetween(at, object), ElementSize::kByte,
                      static_cast<std::uint32_t>(size + 1))
      .store(at);
}

inline void setText(Segment* segment, std::byte* at, std::string_view text) {
  std::byte* const object = tryPlaceText(segment, at, text.size());
  if (object == nullptr) [[unlikely]]
    return setTextSlow(segment, at, text);
  copyBytes(object, text.data(), text.size());
  linkText(at, object, text.size());
}

inline StructBuilder getStruct(Segment* segment, std::byte* at, StructSize size,
                               const unsigned char* fallback) {
  const WirePointer pointer = WirePointer::load(at);
  if (!pointer.isNull() && pointer.kind() == PointerKind::kStruct &&
      pointer.dataWords() >= size.dataWords && pointer.pointers() >= size.pointers) [[likely]] {
    return {segment, directTarget(at, pointer), {pointer.dataWords(), pointer.pointers()}};
  }
  return getStructSlow(segment, at, size, fallback);
}

}  // namespace internal

// The members of the builder views that follow or make pointers.

inline PointerBuilder StructBuilder::pointer(PointerField field) const {
  internal::checkView(segment_, epoch_);
  return {segment_, pointerSection() + field.index * kBytesPerWord};
}

inline bool StructBuilder::has(PointerField field) const { return !pointer(field).isNull(); }

inline StructBuilder ListBuilder::structAtUnchecked(std::uint32_t index) const {
  internal::checkView(segment_, epoch_);
  return {segment_,
          elementAtUnchecked(index),
          {static_cast<std::uint16_t>(dataBytes_ / kBytesPerWord), pointers_}};
}

inline PointerBuilder ListBuilder::pointerAtUnchecked(std::uint32_t index) const {
  internal::checkView(segment_, epoch_);
  return {segment_, elementAtUnchecked(index) + dataBytes_};
}

inline bool PointerBuilder::isNull() const {
  internal::checkView(segment_, epoch_);
  return WirePointer::load(at_).isNull();
}

inline StructBuilder PointerBuilder::initStruct(StructSize size) const {
  internal::checkView(segment_, epoch_);
  return internal::initStruct(segment_, at_, size);
}

inline StructBuilder PointerBuilder::getStruct(StructSize size,
                                               const unsigned char* fallback) const {
  internal::checkView(segment_, epoch_);
  return internal::getStruct(segment_, at_, size, fallback);
}

inline void PointerBuilder::setText(std::string_view text) const {
  internal::checkView(segment_, epoch_);
  internal::setText(segment_, at_, text);
}

template <TextSource Source>
void PointerBuilder::setTextFrom(const Source& source) const {
  internal::checkView(segment_, epoch_);
  const std::size_t size = source.size();
  if (std::byte* const object = internal::tryPlaceText(segment_, at_, size)) [[likely]] {
    source.writeTo(reinterpret_cast<char*>(object));
    return internal::linkText(at_, object, size);
  }
  bool mayReuse = true;
  if constexpr (BorrowingTextSource<Source>) {
    const Text old = getText();
    mayReuse = !source.readsFrom(old.begin(), old.end());
  }
  const internal::BytesPlace bytes =
      internal::beginBytes(segment_, at_, std::uint64_t{size} + 1, mayReuse);
  source.writeTo(reinterpret_cast<char*>(bytes.place.at));
  internal::finishBytes(segment_, at_, bytes, std::uint64_t{size} + 1, size);
}

inline Text PointerBuilder::getText(const unsigned char* fallback) const {
  return asReader().getText(fallback);
}

}  // namespace capstan::inline CAPSTAN_ABI
