// SPDX-License-Identifier: Apache-2.0
// A list in a message being built, untyped: what every List<T>::Builder wraps.
//
// Trivially copyable; ends as a StructBuilder does. An index out of range is a mistake of the
// program and calls the misuse handler, in every build.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "capstan/base/config.h"
#include "capstan/base/endian.h"
#include "capstan/base/misuse.h"
#include "capstan/layout/list_reader.h"
#include "capstan/layout/struct_builder.h"

namespace capstan::inline CAPSTAN_ABI {

class ListBuilder {
 public:
  // An empty list.
  ListBuilder() = default;
  // Requires: `size` elements of `shape` lie at `data` in `segment`, a segment of an arena.
  ListBuilder(Segment* segment, std::byte* data, std::uint32_t size, ListReader::Shape shape)
      : segment_(segment),
        data_(data),
        size_(size),
        stepBytes_(shape.stepBytes),
        dataBytes_(shape.dataBytes & 0xFFFFFF),
        elementSize_(static_cast<std::uint32_t>(shape.elementSize)),
        pointers_(shape.pointers),
        epoch_(internal::epochOf(segment)) {}

  // The same list, read. Lifetime: as this builder's.
  ListReader asReader() const {
    if (segment_ != nullptr) internal::checkView(segment_, epoch_);
    return {segment_,
            data_,
            size_,
            {.elementSize = elementSize(),
             .stepBytes = stepBytes_,
             .dataBytes = dataBytes_,
             .pointers = pointers_},
            kUnlimitedDepth};
  }

  std::uint32_t size() const { return size_; }
  ElementSize elementSize() const { return static_cast<ElementSize>(elementSize_); }
  std::uint32_t stepBytes() const { return stepBytes_; }
  std::uint32_t dataBytes() const { return dataBytes_; }
  std::uint16_t pointers() const { return pointers_; }
  Segment* segment() const { return segment_; }
  std::byte* data() const { return data_; }

  // The same list, to be built in as `expected` elements, structs of at least `least`; an empty one
  // where its elements cannot serve as such.
  ListBuilder buildAs(ElementSize expected, StructSize least) const;

  // Calls the misuse handler unless `index` is an element.
  void requireIndex(std::uint32_t index) const {
    requireUse(index < size_, "a list builder was given an index that is not below its size");
  }

  // Element accessors. Requires: index < size() and elements of this kind.
  template <typename T>
  T dataAtUnchecked(std::uint32_t index) const {
    internal::checkView(segment_, epoch_);
    if constexpr (std::is_same_v<T, bool>) {
      return (static_cast<std::uint8_t>(data_[index / 8]) >> (index % 8) & 1) != 0;
    } else {
      return std::bit_cast<T>(loadLittle<BitsOf<T>>(elementAtUnchecked(index)));
    }
  }
  template <typename T>
  void setDataAtUnchecked(std::uint32_t index, std::type_identity_t<T> value) const {
    internal::checkView(segment_, epoch_);
    if constexpr (std::is_same_v<T, bool>) {
      const auto bit = static_cast<std::uint8_t>(1u << (index % 8));
      const auto byte = static_cast<std::uint8_t>(data_[index / 8]);
      data_[index / 8] = std::byte{static_cast<std::uint8_t>(value ? byte | bit : byte & ~bit)};
    } else {
      storeLittle(elementAtUnchecked(index), std::bit_cast<BitsOf<T>>(value));
    }
  }
  StructBuilder structAtUnchecked(std::uint32_t index) const;
  PointerBuilder pointerAtUnchecked(std::uint32_t index) const;
  std::byte* elementAtUnchecked(std::uint32_t index) const {
    return data_ + std::uint64_t{index} * stepBytes_;
  }

 private:
  Segment* segment_ = nullptr;
  std::byte* data_ = nullptr;
  std::uint32_t size_ = 0;
  std::uint32_t stepBytes_ = 0;
  std::uint32_t dataBytes_ : 24 = 0;
  std::uint32_t elementSize_ : 8 = 0;
  std::uint16_t pointers_ = 0;
  std::uint32_t epoch_ = 0;
};

}  // namespace capstan::inline CAPSTAN_ABI
