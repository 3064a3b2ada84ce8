// SPDX-License-Identifier: Apache-2.0
// A pointer in a message being built: where objects are made, set, replaced and cleared.
//
// Trivially copyable; ends with the object that holds the pointer. Each function that gives the
// pointer a new target completes the new object first, then zeroes the old one, then swaps the
// pointer: the source of a copy may lie inside the old value, and exhaustion leaves the old value.
// Views of the old target end.
//
// Errors: functions that allocate end in exhaustion (arena/exhaustion.h) when memory is out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "capstan/base/config.h"
#include "capstan/layout/list_builder.h"
#include "capstan/layout/pointer_reader.h"
#include "capstan/layout/struct_builder.h"
#include "capstan/layout/text.h"
#include "capstan/layout/text_source.h"
#include "capstan/wire/pointer.h"

namespace capstan::inline CAPSTAN_ABI {

class OrphanBuilder;

class PointerBuilder {
 public:
  // Attached to nothing; may only be assigned to.
  PointerBuilder() = default;
  // Requires: the word at `at` lies in `segment`, a segment of an arena.
  PointerBuilder(Segment* segment, std::byte* at)
      : segment_(segment), at_(at), epoch_(internal::epochOf(segment)) {}

  bool isNull() const;
  // The same pointer, read.
  PointerReader asReader() const {
    internal::checkView(segment_, epoch_);
    return {segment_, at_, kUnlimitedDepth};
  }
  // Zeroes what the pointer leads to, and the pointer.
  void clear() const;

  // Struct. `get` makes a struct (a copy of `fallback`, or all defaults) where the pointer is null
  // or of another kind, and moves a struct that is smaller than `size` to a larger place.
  StructBuilder initStruct(StructSize size) const;
  StructBuilder getStruct(StructSize size, const unsigned char* fallback = nullptr) const;
  // Copies the struct and all below it, unknown fields too. What is malformed in the source is
  // copied as null and leaves its fault there. Returns the copy.
  StructBuilder setStruct(StructReader from) const;

  // Lists of `size` elements, zeroed. `elementSize` is not kComposite in initList.
  // Requires: size <= kMaxListSize; larger ends in exhaustion.
  ListBuilder initList(ElementSize elementSize, std::uint32_t size) const;
  ListBuilder initStructList(std::uint32_t size, StructSize elements) const;
  // The list as it stands; a copy of `fallback`, or an empty list, where the pointer is null or its
  // elements cannot serve as `elementSize`. getStructList moves a list whose elements are smaller
  // than `elements` (or no structs) to a larger place.
  ListBuilder getList(ElementSize elementSize, const unsigned char* fallback = nullptr) const;
  ListBuilder getStructList(StructSize elements, const unsigned char* fallback = nullptr) const;
  // The list as it stands, whatever its elements.
  ListBuilder getAnyList(const unsigned char* fallback = nullptr) const;
  void setList(ListReader from) const;

  // Text and data. `init` gives zeroed bytes to fill; the text's NUL stands behind the span.
  // Errors: more than 2^29-1 bytes (NUL included) end in exhaustion.
  void setText(std::string_view text) const;
  // Writes a number or pieces (text_source.h) straight into the text's place. The pieces may be
  // read from the old value.
  template <TextSource Source>
  void setTextFrom(const Source& source) const;
  std::span<char> initText(std::size_t size) const;
  Text getText(const unsigned char* fallback = nullptr) const;
  void setData(std::span<const std::byte> bytes) const;
  std::span<std::byte> initData(std::size_t sizeBytes) const;
  // Security: the bytes are whatever stood in the pool's memory; all must be written before the
  // message is sent.
  std::span<std::byte> initDataUninitialized(std::size_t sizeBytes) const;
  std::span<std::byte> getData(const unsigned char* fallback = nullptr) const;

  // Copies whatever the source leads to.
  void setPointer(PointerReader from) const;
  // Takes the target out: nothing points to it then, and the pointer is null.
  OrphanBuilder disown() const;
  // Points to the orphan's object, which is then not owned by the orphan any more; a null orphan
  // makes this null. An orphan of another message, or of before a reset, calls the misuse handler,
  // and so does one that this pointer lies in or below, which would make it hold itself: found
  // among the nearest 64 pointers below the orphan, 1024 in checked builds. Beyond them it is not
  // noticed: the object is then in no tree, its words are wasted and nothing leads to it from the
  // root; walks of it end with a nesting-limit fault, and zeroing it ends, but may leave words.
  // Cost: those pointers, and landing pads. Errors: exhaustion, with nothing changed.
  void adopt(OrphanBuilder&& orphan) const;

  // Makes this a pointer to entry `index` of the message's capability table.
  void setCapabilityIndex(std::uint32_t index) const;

  Segment* segment() const { return segment_; }
  std::byte* at() const { return at_; }

 private:
  Segment* segment_ = nullptr;
  std::byte* at_ = nullptr;
  std::uint32_t epoch_ = 0;
};

}  // namespace capstan::inline CAPSTAN_ABI
