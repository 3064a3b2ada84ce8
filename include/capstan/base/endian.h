// SPDX-License-Identifier: Apache-2.0
// Loads and stores of little-endian values at any address.
//
// The one place where byte order and alignment are dealt with: every other file reads and writes
// wire memory through these two. They are defined for any alignment (memcpy) and compile to one
// instruction on a little-endian machine. Pure; any thread.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI {

namespace internal {

template <std::size_t kBytes>
struct UintOfSize;
template <>
struct UintOfSize<1> {
  using Type = std::uint8_t;
};
template <>
struct UintOfSize<2> {
  using Type = std::uint16_t;
};
template <>
struct UintOfSize<4> {
  using Type = std::uint32_t;
};
template <>
struct UintOfSize<8> {
  using Type = std::uint64_t;
};

constexpr std::uint8_t reverseBytes(std::uint8_t value) { return value; }
constexpr std::uint16_t reverseBytes(std::uint16_t value) { return __builtin_bswap16(value); }
constexpr std::uint32_t reverseBytes(std::uint32_t value) { return __builtin_bswap32(value); }
constexpr std::uint64_t reverseBytes(std::uint64_t value) { return __builtin_bswap64(value); }

}  // namespace internal

// The unsigned integer that carries the bits of a `T` of 1, 2, 4 or 8 bytes.
template <typename T>
using BitsOf = typename internal::UintOfSize<sizeof(T)>::Type;

// Turns a value between machine order and wire order; its own inverse.
template <typename Uint>
constexpr Uint wireOrder(Uint value) {
  if constexpr (std::endian::native == std::endian::little) return value;
  return internal::reverseBytes(value);
}

// Loads the little-endian `Uint` that starts at `from`, which need not be aligned.
template <typename Uint>
inline Uint loadLittle(const std::byte* from) {
  static_assert(std::is_unsigned_v<Uint>);
  Uint value;
  std::memcpy(&value, from, sizeof(Uint));
  return wireOrder(value);
}

// Stores `value` in little-endian order at `to`, which need not be aligned.
template <typename Uint>
inline void storeLittle(std::byte* to, Uint value) {
  static_assert(std::is_unsigned_v<Uint>);
  value = wireOrder(value);
  std::memcpy(to, &value, sizeof(Uint));
}

}  // namespace capstan::inline CAPSTAN_ABI
