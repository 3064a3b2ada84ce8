// SPDX-License-Identifier: Apache-2.0
// The eight element codes of a list pointer.
#pragma once

#include <cstdint>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI {

// The size code of a list's elements; the values are the wire's.
enum class ElementSize : std::uint8_t {
  kVoid = 0,
  kBit = 1,
  kByte = 2,
  kTwoBytes = 3,
  kFourBytes = 4,
  kEightBytes = 5,
  kPointer = 6,
  kComposite = 7,
};

// The bits of data in one element: 0 for void, pointer and composite elements.
// One byte per code, in a register: a table in memory costs a load where lists are zeroed and read.
constexpr std::uint32_t dataBitsOf(ElementSize size) {
  constexpr std::uint64_t kBits = 0x0000'4020'1008'0100;
  return static_cast<std::uint8_t>(kBits >> 8 * static_cast<std::uint8_t>(size));
}

// The pointers in one element: 1 for pointer elements, else 0.
constexpr std::uint32_t pointersOf(ElementSize size) {
  return size == ElementSize::kPointer ? 1 : 0;
}

// The distance between two elements, in bits; 0 for composite lists, whose tag word tells it.
constexpr std::uint32_t stepBitsOf(ElementSize size) {
  constexpr std::uint64_t kBits = 0x0040'4020'1008'0100;
  return static_cast<std::uint8_t>(kBits >> 8 * static_cast<std::uint8_t>(size));
}

// The code whose elements are `bytes` bytes of data. Requires: bytes is 1, 2, 4 or 8.
constexpr ElementSize elementSizeForBytes(std::uint32_t bytes) {
  return bytes == 1   ? ElementSize::kByte
         : bytes == 2 ? ElementSize::kTwoBytes
         : bytes == 4 ? ElementSize::kFourBytes
                      : ElementSize::kEightBytes;
}

}  // namespace capstan::inline CAPSTAN_ABI
