// SPDX-License-Identifier: Apache-2.0
// Numbers as they stand on the wire, and back.
#pragma once

#include <bit>
#include <cstdint>

#include "tools/compiler/model.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

inline std::uint64_t lowBits(std::uint64_t value, unsigned widthLog2) {
  return widthLog2 >= 6 ? value : value & ((std::uint64_t{1} << (1u << widthLog2)) - 1);
}

// Requires: a float type that the value fits.
inline std::uint64_t floatBits(double value, TypeKind kind) {
  if (kind == TypeKind::kFloat64) return std::bit_cast<std::uint64_t>(value);
  return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

// Requires: a value of a float type.
inline double floatValue(const Value& value) {
  if (value.type.kind == TypeKind::kFloat64) return std::bit_cast<double>(value.bits);
  return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits));
}

}  // namespace capstan::inline CAPSTAN_ABI::compiler
