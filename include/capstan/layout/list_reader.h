// SPDX-License-Identifier: Apache-2.0
// A list in a message, untyped: what every List<T>::Reader wraps.
//
// Four words, trivially copyable; valid as long as its message. The whole extent was bounds-checked
// when the list was followed, so element access checks the index alone. An index out of range reads
// as an empty element and leaves a fault.
#pragma once

#include <cstddef>
#include <cstdint>

#include "capstan/arena/message_context.h"
#include "capstan/base/config.h"
#include "capstan/base/endian.h"
#include "capstan/layout/struct_reader.h"
#include "capstan/wire/element_size.h"

namespace capstan::inline CAPSTAN_ABI {

class ListReader {
 public:
  // How the elements are encoded. `stepBytes` is 0 for void and bit lists.
  struct Shape {
    ElementSize elementSize = ElementSize::kVoid;
    std::uint32_t stepBytes = 0;
    std::uint32_t dataBytes = 0;
    std::uint16_t pointers = 0;
  };

  // An empty list.
  ListReader() = default;
  // Requires: `size` elements of `shape` lie at `data` in `segment` (or in trusted memory).
  ListReader(const Segment* segment, const std::byte* data, std::uint32_t size, Shape shape,
             std::uint16_t depth)
      : segment_(segment),
        data_(data),
        size_(size),
        stepBytes_(shape.stepBytes),
        dataBytes_(shape.dataBytes & 0xFFFFFF),
        elementSize_(static_cast<std::uint32_t>(shape.elementSize)),
        pointers_(shape.pointers),
        depth_(depth) {}

  std::uint32_t size() const { return size_; }
  ElementSize elementSize() const { return static_cast<ElementSize>(elementSize_); }
  std::uint32_t stepBytes() const { return stepBytes_; }
  std::uint32_t dataBytes() const { return dataBytes_; }
  std::uint16_t pointers() const { return pointers_; }
  const Segment* segment() const { return segment_; }
  const std::byte* data() const { return data_; }
  std::uint16_t depth() const { return depth_; }

  // The same list, to be read as `expected` elements; an empty one, with a fault, where the
  // format's upgrade rules do not let its elements be read so.
  ListReader readAs(ElementSize expected) const;

  // Tells whether `index` is an element; leaves a fault if it is not.
  bool admits(std::uint32_t index) const {
    if (index >= size_) [[unlikely]]
      return refuseIndex();  // check: list-index
    return true;
  }

  // Element accessors. Requires: admits(index), and the list was followed as elements that this
  // kind can be read from.
  template <typename T>
  T dataAtUnchecked(std::uint32_t index) const {
    if constexpr (std::is_same_v<T, bool>) {
      return (static_cast<std::uint8_t>(data_[index / 8]) >> (index % 8) & 1) != 0;
    } else {
      return std::bit_cast<T>(loadLittle<BitsOf<T>>(elementAtUnchecked(index)));
    }
  }
  StructReader structAtUnchecked(std::uint32_t index) const;
  PointerReader pointerAtUnchecked(std::uint32_t index) const;
  const std::byte* elementAtUnchecked(std::uint32_t index) const {
    return data_ + std::uint64_t{index} * stepBytes_;
  }

 private:
  bool refuseIndex() const;

  const Segment* segment_ = nullptr;
  const std::byte* data_ = nullptr;
  std::uint32_t size_ = 0;
  std::uint32_t stepBytes_ = 0;
  std::uint32_t dataBytes_ : 24 = 0;  // at most 65,535 words
  std::uint32_t elementSize_ : 8 = 0;
  std::uint16_t pointers_ = 0;
  std::uint16_t depth_ = 0;
};

static_assert(sizeof(ListReader) == 32);

}  // namespace capstan::inline CAPSTAN_ABI
