// SPDX-License-Identifier: Apache-2.0
// Following pointers while reading: checks, budget, faults.
//
// The inline half takes the common case (a pointer of the expected kind, in its own segment, in
// bounds and in budget) in one straight line; everything else (null, far, wrong kind, upgrades,
// constants, faults) is in the slow half. All arithmetic on positions is in unsigned 64-bit words:
// an offset that would be negative wraps to a huge one and fails the bounds check, and no address
// is formed before it passed.
//
// The inline half is always inlined: a view that comes back through memory costs a failed store
// forwarding, 3 to 4 ns each (ReadList1000, Unmarshal/RootAlone benches).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "capstan/arena/message_context.h"
#include "capstan/base/config.h"
#include "capstan/layout/list_reader.h"
#include "capstan/layout/pointer_reader.h"
#include "capstan/layout/struct_reader.h"
#include "capstan/layout/text.h"
#include "capstan/wire/pointer.h"

namespace capstan::inline CAPSTAN_ABI {

namespace internal {

// What a pointer leads to, far pointers resolved, bounds checked, budget charged.
struct Target {
  WirePointer pointer;               // null: the pointer was null, or a fault was recorded
  const Segment* segment = nullptr;  // null in a constant
  const std::byte* at = nullptr;     // the first byte; null for capabilities
};

// Follows the pointer at `at` whatever its kind. Errors: records bounds, malformed-pointer and
// traversal faults and gives a null target.
Target follow(const Segment* segment, const std::byte* at);
// The same without charging the budget: for a look at what is there.
Target peek(const Segment* segment, const std::byte* at);

// Counts the elements of lists whose elements take no space, as a word each. Returns: false, with a
// fault, when the budget does not have them.
// Security: a list of 2^29 void elements costs 8 bytes to send and half a billion steps to walk.
bool chargeEmptyElements(const Segment* segment, const std::byte* at, std::uint64_t count);

// Says where the first fault was found. A constant (no segment) records nothing.
void recordFault(const Segment* segment, const std::byte* at, FaultKind kind);

// What an encoded constant (PointerField::fallback) holds; empty for null.
Text textOfConstant(const unsigned char* words);
std::span<const std::byte> dataOfConstant(const unsigned char* words);
StructReader structOfConstant(const unsigned char* words);
ListReader listOfConstant(const unsigned char* words, ElementSize expected);

Text readTextSlow(const Segment* segment, const std::byte* at, const unsigned char* fallback);
std::span<const std::byte> readDataSlow(const Segment* segment, const std::byte* at,
                                        const unsigned char* fallback);
StructReader readStructSlow(const Segment* segment, const std::byte* at, std::uint16_t depth,
                            const unsigned char* fallback);
ListReader readListSlow(const Segment* segment, const std::byte* at, std::uint16_t depth,
                        ElementSize expected, const unsigned char* fallback);
ListReader readAnyList(const Segment* segment, const std::byte* at, std::uint16_t depth,
                       const unsigned char* fallback);

// The word of `segment` that a struct or list pointer at `at` leads to; may be out of bounds.
inline std::uint64_t targetWord(const Segment& segment, const std::byte* at, WirePointer pointer) {
  const std::int64_t own = (at - segment.begin) / std::int64_t{kBytesPerWord};
  return static_cast<std::uint64_t>(own + 1 + pointer.offsetWords());
}

// The kind and element code of a list pointer to bytes, and the bits that hold them.
inline constexpr std::uint64_t kListShapeMask = 0x7'0000'0003;
constexpr std::uint64_t listShape(ElementSize size) {
  return WirePointer::toList(0, size, 0).bits();
}

[[gnu::always_inline]] inline Text readText(const Segment* segment, const std::byte* at,
                                            const unsigned char* fallback) {
  const WirePointer pointer = WirePointer::load(at);
  // check: -, text-shape
  if (segment != nullptr && (pointer.bits() & kListShapeMask) == listShape(ElementSize::kByte))
      [[likely]] {
    const std::uint64_t first = targetWord(*segment, at, pointer);
    const std::uint64_t bytes = pointer.listCount();
    const std::uint64_t words = wordsForBytes(bytes);
    // check: text-not-empty, text-bounds, text-budget
    if (bytes != 0 && segment->holds(first, words) && segment->context->charge(words)) [[likely]] {
      const char* text = reinterpret_cast<const char*>(segment->begin) + first * kBytesPerWord;
      // check: text-nul passes
      if (text[bytes - 1] == '\0') [[likely]]
        return {text, bytes - 1};
    }
  }
  return readTextSlow(segment, at, fallback);
}

[[gnu::always_inline]] inline std::span<const std::byte> readData(const Segment* segment,
                                                                  const std::byte* at,
                                                                  const unsigned char* fallback) {
  const WirePointer pointer = WirePointer::load(at);
  // check: -, data-shape
  if (segment != nullptr && (pointer.bits() & kListShapeMask) == listShape(ElementSize::kByte))
      [[likely]] {
    const std::uint64_t first = targetWord(*segment, at, pointer);
    const std::uint64_t words = wordsForBytes(pointer.listCount());
    // check: data-bounds, data-budget
    if (segment->holds(first, words) && segment->context->charge(words)) [[likely]] {
      return {segment->begin + first * kBytesPerWord, pointer.listCount()};
    }
  }
  return readDataSlow(segment, at, fallback);
}

[[gnu::always_inline]] inline StructReader readStruct(const Segment* segment, const std::byte* at,
                                                      std::uint16_t depth,
                                                      const unsigned char* fallback) {
  const WirePointer pointer = WirePointer::load(at);
  // check: -, struct-depth, struct-null, struct-shape
  if (segment != nullptr && depth != 0 && !pointer.isNull() &&
      pointer.kind() == PointerKind::kStruct) [[likely]] {
    const std::uint64_t first = targetWord(*segment, at, pointer);
    const std::uint64_t words = pointer.structWords();
    // check: struct-bounds, struct-budget
    if (segment->holds(first, words) && segment->context->charge(words)) [[likely]] {
      return {segment, segment->begin + first * kBytesPerWord,
              pointer.dataWords() * std::uint32_t{kBytesPerWord}, pointer.pointers(), below(depth)};
    }
  }
  return readStructSlow(segment, at, depth, fallback);
}

// The composite lists of readList: the tag is checked against the words that the pointer claims.
[[gnu::always_inline]] inline ListReader readStructList(const Segment* segment, const std::byte* at,
                                                        std::uint16_t depth,
                                                        const unsigned char* fallback) {
  const WirePointer pointer = WirePointer::load(at);
  // check: -, struct-list-depth, struct-list-shape
  if (segment != nullptr && depth != 0 &&
      (pointer.bits() & kListShapeMask) == listShape(ElementSize::kComposite)) [[likely]] {
    const std::uint64_t first = targetWord(*segment, at, pointer);
    const std::uint64_t words = std::uint64_t{pointer.listCount()} + 1;
    // check: struct-list-bounds passes
    if (segment->holds(first, words)) [[likely]] {
      const std::byte* list = segment->begin + first * kBytesPerWord;
      const WirePointer tag = WirePointer::load(list);
      const std::uint64_t step = tag.structWords();
      // check: struct-list-tag, struct-list-empty, struct-list-count, struct-list-budget
      if (tag.kind() == PointerKind::kStruct && step != 0 && step * tag.tagCount() < words &&
          segment->context->charge(words)) [[likely]] {
        return {segment,
                list + kBytesPerWord,
                tag.tagCount(),
                {.elementSize = ElementSize::kComposite,
                 .stepBytes = static_cast<std::uint32_t>(step * kBytesPerWord),
                 .dataBytes = tag.dataWords() * std::uint32_t{kBytesPerWord},
                 .pointers = tag.pointers()},
                below(depth)};
      }
    }
  }
  return readListSlow(segment, at, depth, ElementSize::kComposite, fallback);
}

[[gnu::always_inline]] inline ListReader readList(const Segment* segment, const std::byte* at,
                                                  std::uint16_t depth, ElementSize expected,
                                                  const unsigned char* fallback) {
  if (expected == ElementSize::kComposite) return readStructList(segment, at, depth, fallback);
  const WirePointer pointer = WirePointer::load(at);
  // check: -, flat-list-depth, flat-list-void, flat-list-shape
  if (segment != nullptr && depth != 0 && expected != ElementSize::kVoid &&
      (pointer.bits() & kListShapeMask) == listShape(expected)) [[likely]] {
    const std::uint64_t first = targetWord(*segment, at, pointer);
    const std::uint64_t words = targetWords(pointer);
    // check: flat-list-bounds, flat-list-budget
    if (segment->holds(first, words) && segment->context->charge(words)) [[likely]] {
      return {segment,
              segment->begin + first * kBytesPerWord,
              pointer.listCount(),
              {.elementSize = expected,
               .stepBytes = stepBitsOf(expected) / 8,
               .dataBytes = dataBitsOf(expected) / 8,
               .pointers = static_cast<std::uint16_t>(pointersOf(expected))},
              below(depth)};
    }
  }
  return readListSlow(segment, at, depth, expected, fallback);
}

}  // namespace internal

// The members of the reader views that follow pointers.

inline StructReader StructReader::ofConstant(const unsigned char* words) {
  return PointerReader::ofConstant(words).getStruct();
}

inline bool StructReader::has(PointerField field) const { return !pointer(field.index).isNull(); }

inline PointerReader StructReader::pointer(std::uint16_t index) const {
  if (index >= pointers_) [[unlikely]]
    return {};  // check: pointer-field-bounds
  return {segment_, pointerSection() + index * kBytesPerWord, depth_};
}

inline Text StructReader::getText(PointerField field) const {
  return pointer(field.index).getText(field.fallback);
}

inline std::span<const std::byte> StructReader::getData(PointerField field) const {
  return pointer(field.index).getData(field.fallback);
}

inline StructReader StructReader::getStruct(PointerField field) const {
  return pointer(field.index).getStruct(field.fallback);
}

inline ListReader StructReader::getList(PointerField field, ElementSize expected) const {
  return pointer(field.index).getList(expected, field.fallback);
}

inline StructReader ListReader::structAtUnchecked(std::uint32_t index) const {
  return {segment_, elementAtUnchecked(index), dataBytes_, pointers_, below(depth_)};
}

inline PointerReader ListReader::pointerAtUnchecked(std::uint32_t index) const {
  return {segment_, elementAtUnchecked(index) + dataBytes_, depth_};
}

[[gnu::always_inline]] inline Text PointerReader::getText(const unsigned char* fallback) const {
  if (at_ == nullptr) [[unlikely]]
    return internal::textOfConstant(fallback);
  return internal::readText(segment_, at_, fallback);
}

[[gnu::always_inline]] inline std::span<const std::byte> PointerReader::getData(
    const unsigned char* fallback) const {
  if (at_ == nullptr) [[unlikely]]
    return internal::dataOfConstant(fallback);
  return internal::readData(segment_, at_, fallback);
}

[[gnu::always_inline]] inline StructReader PointerReader::getStruct(
    const unsigned char* fallback) const {
  if (at_ == nullptr) [[unlikely]]
    return internal::structOfConstant(fallback);
  return internal::readStruct(segment_, at_, depth_, fallback);
}

[[gnu::always_inline]] inline ListReader PointerReader::getList(
    ElementSize expected, const unsigned char* fallback) const {
  if (at_ == nullptr) [[unlikely]]
    return internal::listOfConstant(fallback, expected);
  return internal::readList(segment_, at_, depth_, expected, fallback);
}

inline ListReader PointerReader::getAnyList(const unsigned char* fallback) const {
  if (at_ == nullptr && fallback == nullptr) return {};
  return at_ == nullptr ? ofConstant(fallback).getAnyList()
                        : internal::readAnyList(segment_, at_, depth_, fallback);
}

}  // namespace capstan::inline CAPSTAN_ABI
