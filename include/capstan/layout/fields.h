// SPDX-License-Identifier: Apache-2.0
// Where a field stands in its struct: the only numbers in generated code.
#pragma once

#include <cstdint>

#include "capstan/base/config.h"
#include "capstan/base/endian.h"

namespace capstan::inline CAPSTAN_ABI {

// A number or an enum in a data section. `offset` counts in units of the field's own size; the
// stored bits are the value's XOR `mask`, the default's bits, so that all zero reads as defaults.
template <typename T>
struct DataField {
  std::uint32_t offset;
  BitsOf<T> mask = 0;
};

// A bool in a data section; `offset` counts bits.
template <>
struct DataField<bool> {
  std::uint32_t offset;
  bool mask = false;
};

// A pointer in a pointer section. `fallback`, where there is one, is the default: a message of one
// segment without framing, trusted, of static lifetime.
struct PointerField {
  std::uint16_t index;
  const unsigned char* fallback = nullptr;
};

// The sections that a struct type has.
struct StructSize {
  std::uint16_t dataWords = 0;
  std::uint16_t pointers = 0;

  constexpr std::uint32_t words() const {
    return std::uint32_t{dataWords} + std::uint32_t{pointers};
  }
  friend constexpr bool operator==(StructSize, StructSize) = default;
};

// The sections that hold either.
constexpr StructSize largerOf(StructSize a, StructSize b) {
  return {a.dataWords > b.dataWords ? a.dataWords : b.dataWords,
          a.pointers > b.pointers ? a.pointers : b.pointers};
}

}  // namespace capstan::inline CAPSTAN_ABI
