// SPDX-License-Identifier: Apache-2.0
// A struct in a message being built, untyped: what every generated Builder wraps.
//
// Three words, trivially copyable; ends when its message is reset, detached or destroyed, or when
// the pointer that leads to it is set anew. A builder of type T always has at least T's sections,
// so field access needs no bounds check. In checked builds (kChecked) a view of an earlier epoch
// and a default-constructed view are caught at each access.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

#include "capstan/arena/message_context.h"
#include "capstan/base/config.h"
#include "capstan/base/endian.h"
#include "capstan/base/misuse.h"
#include "capstan/layout/fields.h"
#include "capstan/layout/struct_reader.h"

namespace capstan::inline CAPSTAN_ABI {

class PointerBuilder;
class ListBuilder;

namespace internal {

// In checked builds, calls the misuse handler unless the view is of its message's epoch.
inline void checkView(const Segment* segment, std::uint32_t epoch) {
  if constexpr (kChecked) {
    requireUse(segment != nullptr, "a default-constructed builder was used");
    requireUse(segment->context->epoch() == epoch,
               "a builder was used after its message was reset or detached");
  }
}

// The epoch that a new view keeps: that of its message in checked builds, else none.
inline std::uint32_t epochOf(const Segment* segment) {
  return kChecked ? segment->context->epoch() : 0;
}

}  // namespace internal

class StructBuilder {
 public:
  // Attached to nothing; may only be assigned to.
  StructBuilder() = default;
  // Requires: the sections lie at `data` in `segment`, a segment of an arena.
  StructBuilder(Segment* segment, std::byte* data, StructSize size)
      : segment_(segment),
        data_(data),
        dataWords_(size.dataWords),
        pointers_(size.pointers),
        epoch_(internal::epochOf(segment)) {}

  // The same struct, read. Lifetime: as this builder's.
  StructReader asReader() const {
    internal::checkView(segment_, epoch_);
    return {segment_, data_, dataBytes(), pointers_, kUnlimitedDepth};
  }

  // Reads and writes a number, enum or bool. Requires: the struct has the field. Cost: a load or a
  // store and a xor.
  template <typename T>
  T get(DataField<T> field) const {
    internal::checkView(segment_, epoch_);
    if constexpr (std::is_same_v<T, bool>) {
      const auto byte = static_cast<std::uint8_t>(data_[field.offset / 8]);
      return (byte >> (field.offset % 8) & 1) != static_cast<int>(field.mask);
    } else {
      const auto bits = loadLittle<BitsOf<T>>(data_ + std::size_t{field.offset} * sizeof(T));
      return std::bit_cast<T>(static_cast<BitsOf<T>>(bits ^ field.mask));
    }
  }
  template <typename T>
  void set(DataField<T> field, std::type_identity_t<T> value) const {
    internal::checkView(segment_, epoch_);
    if constexpr (std::is_same_v<T, bool>) {
      const auto bit = static_cast<std::uint8_t>(1u << (field.offset % 8));
      auto byte = static_cast<std::uint8_t>(data_[field.offset / 8]);
      byte = static_cast<std::uint8_t>(value != field.mask ? byte | bit : byte & ~bit);
      data_[field.offset / 8] = std::byte{byte};
    } else {
      storeLittle(data_ + std::size_t{field.offset} * sizeof(T),
                  static_cast<BitsOf<T>>(std::bit_cast<BitsOf<T>>(value) ^ field.mask));
    }
  }
  // Makes a field read as zero XOR mask, as in a fresh struct. For clearing groups.
  template <typename T>
  void clear(DataField<T> field) const {
    set(field, std::bit_cast<T>(field.mask));
  }

  // Requires: the struct has the pointer.
  PointerBuilder pointer(PointerField field) const;
  bool has(PointerField field) const;

  Segment* segment() const { return segment_; }
  std::byte* data() const { return data_; }
  std::uint32_t dataBytes() const { return dataWords_ * std::uint32_t{kBytesPerWord}; }
  std::uint16_t pointers() const { return pointers_; }
  StructSize size() const { return {dataWords_, pointers_}; }
  std::byte* pointerSection() const { return data_ + dataBytes(); }

 private:
  Segment* segment_ = nullptr;
  std::byte* data_ = nullptr;
  std::uint16_t dataWords_ = 0;
  std::uint16_t pointers_ = 0;
  std::uint32_t epoch_ = 0;
};

static_assert(sizeof(StructBuilder) == 24);

}  // namespace capstan::inline CAPSTAN_ABI
