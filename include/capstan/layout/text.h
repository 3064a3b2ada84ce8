// SPDX-License-Identifier: Apache-2.0
// Text and data as readers see them.
//
// Both are borrowed: they end with the message (or constant) that they were read from. Text is
// NUL-terminated in the message, which is checked when it is read; UTF-8 is not checked. A NUL
// inside is legal: it shortens what `c_str()` shows to C, not what `size()` says.
#pragma once

#include <compare>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI {

// The value type of Void fields and elements.
struct Void {
  friend constexpr bool operator==(Void, Void) = default;
};

// A text in a message: a std::string_view with a guaranteed NUL behind it. Also the name of the
// schema type in List<Text> and ReaderOf<Text>.
class Text {
 public:
  constexpr Text() = default;
  // Requires: data[size] is NUL.
  constexpr Text(const char* data, std::size_t size) : data_(data), size_(size) {}

  constexpr operator std::string_view() const { return {data_, size_}; }  // NOLINT: it is a view
  constexpr std::string_view view() const { return {data_, size_}; }
  constexpr const char* c_str() const { return data_; }
  constexpr const char* data() const { return data_; }
  constexpr std::size_t size() const { return size_; }
  constexpr std::size_t length() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const char* begin() const { return data_; }
  constexpr const char* end() const { return data_ + size_; }
  // Requires: index < size().
  constexpr char operator[](std::size_t index) const { return data_[index]; }
  constexpr char front() const { return data_[0]; }
  constexpr char back() const { return data_[size_ - 1]; }
  constexpr bool starts_with(std::string_view prefix) const { return view().starts_with(prefix); }
  constexpr bool ends_with(std::string_view suffix) const { return view().ends_with(suffix); }
  constexpr std::size_t find(std::string_view part, std::size_t from = 0) const {
    return view().find(part, from);
  }
  constexpr std::string_view substr(std::size_t from,
                                    std::size_t count = std::string_view::npos) const {
    return view().substr(from, count);
  }

  friend constexpr bool operator==(Text a, Text b) { return a.view() == b.view(); }
  friend constexpr bool operator==(Text a, std::string_view b) { return a.view() == b; }
  friend constexpr auto operator<=>(Text a, Text b) { return a.view() <=> b.view(); }
  friend constexpr auto operator<=>(Text a, std::string_view b) { return a.view() <=> b; }

  template <typename Hash>
  friend Hash AbslHashValue(Hash hash, Text text) {
    return Hash::combine(std::move(hash), text.view());
  }

 private:
  const char* data_ = "";
  std::size_t size_ = 0;
};

// The name of the schema type in List<Data> and ReaderOf<Data>; its values are
// std::span<const std::byte>.
struct Data;

}  // namespace capstan::inline CAPSTAN_ABI

template <>
struct std::hash<capstan::Text> {
  std::size_t operator()(capstan::Text text) const noexcept {
    return std::hash<std::string_view>()(text.view());
  }
};
