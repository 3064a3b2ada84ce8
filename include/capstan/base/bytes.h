// SPDX-License-Identifier: Apache-2.0
// Bytes: the input of everything that reads.
//
// A borrowed view, implicit from std::string_view, spans and containers of std::byte, unsigned char
// or char, at any alignment. A container that would die before the view (a temporary vector or
// string) is refused at compile time.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI {

namespace internal {

template <typename T>
concept ByteLike =
    std::same_as<std::remove_const_t<T>, std::byte> || std::same_as < std::remove_const_t<T>,
unsigned char > || std::same_as<std::remove_const_t<T>, char>;

// Contiguous bytes with a size.
template <typename Range>
concept ContiguousBytes = !std::is_array_v<Range> && requires(const Range& range) {
  { range.size() } -> std::convertible_to<std::size_t>;
  requires ByteLike<std::remove_pointer_t<decltype(range.data())>>;
};

// Such bytes that outlive the expression: an lvalue, or a view.
template <typename Range>
concept LastingBytes = ContiguousBytes<std::remove_cvref_t<Range>> &&
    (std::is_lvalue_reference_v<Range> ||
     std::ranges::enable_borrowed_range<std::remove_cvref_t<Range>>);

}  // namespace internal

class Bytes {
 public:
  constexpr Bytes() = default;
  constexpr Bytes(const std::byte* data, std::size_t size) : data_(data), size_(size) {}

  template <typename Range>
  requires(internal::LastingBytes<Range> && !std::same_as<std::remove_cvref_t<Range>, Bytes>)
      Bytes(Range&& range)  // NOLINT: implicit by design
      : data_(reinterpret_cast<const std::byte*>(range.data())), size_(range.size()) {}

  // Anything that says it is bytes: a Buffer, for one.
  template <typename Owner>
  requires(!internal::LastingBytes<const Owner&> && !std::same_as<Owner, Bytes> &&
           requires(const Owner& owner) {
             { owner.bytes() } -> std::same_as<std::span<const std::byte>>;
           }) Bytes(const Owner& owner)
      : Bytes(owner.bytes()) {}  // NOLINT: implicit by design
  template <typename Owner>
  requires(!internal::LastingBytes<const Owner&> && !std::same_as<Owner, Bytes> &&
           requires(const Owner& owner) {
             { owner.bytes() } -> std::same_as<std::span<const std::byte>>;
           }) Bytes(const Owner&& owner)
  = delete;

  constexpr const std::byte* data() const { return data_; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr operator std::span<const std::byte>() const { return {data_, size_}; }
  // Requires: from <= size().
  constexpr Bytes from(std::size_t from) const { return {data_ + from, size_ - from}; }
  // Requires: size <= size().
  constexpr Bytes first(std::size_t size) const { return {data_, size}; }

 private:
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace capstan::inline CAPSTAN_ABI
