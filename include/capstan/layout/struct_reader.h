// SPDX-License-Identifier: Apache-2.0
// A struct in a message, untyped: what every generated Reader wraps.
//
// Three words, trivially copyable; valid as long as its message. Any getter is total: what the
// struct is too short for, or what is malformed, reads as the default. A default-constructed
// reader is the struct whose fields all have their defaults.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "capstan/arena/message_context.h"
#include "capstan/base/config.h"
#include "capstan/base/endian.h"
#include "capstan/layout/fields.h"
#include "capstan/layout/text.h"
#include "capstan/wire/element_size.h"

namespace capstan::inline CAPSTAN_ABI {

class PointerReader;
class ListReader;

class StructReader {
 public:
  StructReader() = default;
  // Requires: `dataBytes` bytes and then `pointers` words lie at `data` in `segment`, or, where
  // segment is null, in trusted memory of static lifetime.
  StructReader(const Segment* segment, const std::byte* data, std::uint32_t dataBytes,
               std::uint16_t pointers, std::uint16_t depth)
      : segment_(segment), data_(data), dataBytes_(dataBytes), pointers_(pointers), depth_(depth) {}

  // The struct of an encoded constant (see PointerField::fallback).
  static StructReader ofConstant(const unsigned char* words);

  // Reads a number, enum or bool. Cost: a compare, a branch, a load and a xor.
  template <typename T>
  T get(DataField<T> field) const {
    if constexpr (std::is_same_v<T, bool>) {
      return getBit(field.offset) != field.mask;
    } else {
      return std::bit_cast<T>(
          static_cast<BitsOf<T>>(getBits<BitsOf<T>>(field.offset) ^ field.mask));
    }
  }

  // Tells whether the pointer is there and not null.
  bool has(PointerField field) const;
  // The pointer itself; a null one if the struct does not have it.
  PointerReader pointer(std::uint16_t index) const;

  // Follow a pointer; see PointerReader for what they give and the faults they record.
  Text getText(PointerField field) const;
  std::span<const std::byte> getData(PointerField field) const;
  StructReader getStruct(PointerField field) const;
  ListReader getList(PointerField field, ElementSize expected) const;

  // The sections as they stand in the message.
  const Segment* segment() const { return segment_; }
  const std::byte* data() const { return data_; }
  std::uint32_t dataBytes() const { return dataBytes_; }
  std::uint16_t pointers() const { return pointers_; }
  const std::byte* pointerSection() const { return data_ + dataBytes_; }
  std::uint16_t depth() const { return depth_; }

 private:
  template <typename Uint>
  Uint getBits(std::uint32_t offset) const {
    const std::uint64_t at = std::uint64_t{offset} * sizeof(Uint);
    if (at + sizeof(Uint) > dataBytes_) [[unlikely]]
      return 0;  // check: data-field-bounds
    return loadLittle<Uint>(data_ + at);
  }
  bool getBit(std::uint32_t offset) const {
    if (offset / 8 >= dataBytes_) [[unlikely]]
      return false;  // check: bit-field-bounds
    return (static_cast<std::uint8_t>(data_[offset / 8]) >> (offset % 8) & 1) != 0;
  }

  const Segment* segment_ = nullptr;
  const std::byte* data_ = nullptr;
  std::uint32_t dataBytes_ = 0;
  std::uint16_t pointers_ = 0;
  std::uint16_t depth_ = 0;
};

static_assert(sizeof(StructReader) == 24);

}  // namespace capstan::inline CAPSTAN_ABI
