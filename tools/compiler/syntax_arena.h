// SPDX-License-Identifier: Apache-2.0
// Where the tree of a file lives: objects and lists that are given back together.
//
// A tree is thousands of small objects with one lifetime. Taken from an arena they lie one behind
// the other, and none of them is freed on its own: what is in an arena has no destructor. Used by
// one thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <memory_resource>
#include <new>
#include <string_view>
#include <type_traits>

#include "capstan/base/config.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

class SyntaxArena {
 public:
  SyntaxArena() = default;
  SyntaxArena(const SyntaxArena&) = delete;
  SyntaxArena& operator=(const SyntaxArena&) = delete;

  // Lifetime: of what the functions return, the arena's.
  template <typename T>
  T* make() {
    return new (allocate<T>(1)) T();
  }
  template <typename T>
  T* allocate(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    return std::pmr::polymorphic_allocator<T>(&memory_).allocate(count);
  }
  std::string_view copy(std::string_view text) {
    if (text.empty()) return {};
    char* to = allocate<char>(text.size());
    std::memcpy(to, text.data(), text.size());
    return {to, text.size()};
  }

 private:
  static constexpr std::size_t kFirstBytes = 16u << 10;

  std::pmr::monotonic_buffer_resource memory_{kFirstBytes};
};

// A list whose entries lie in an arena. A copy shows the same entries; only one of them may grow.
template <typename T>
class SyntaxList {
 public:
  static_assert(std::is_trivially_copyable_v<T>);

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  T* begin() { return entries_; }
  T* end() { return entries_ + size_; }
  const T* begin() const { return entries_; }
  const T* end() const { return entries_ + size_; }
  T& operator[](std::size_t index) { return entries_[index]; }
  const T& operator[](std::size_t index) const { return entries_[index]; }

  // Cost: constant on average; the entries of before stay in the arena when the list moves.
  void add(SyntaxArena& arena, const T& entry) {
    if (size_ == capacity_) grow(arena);
    new (entries_ + size_++) T(entry);
  }

 private:
  void grow(SyntaxArena& arena) {
    constexpr std::uint32_t kFirst = 2;
    capacity_ = std::max(kFirst, 2 * capacity_);
    T* entries = arena.allocate<T>(capacity_);
    std::uninitialized_copy(begin(), end(), entries);
    entries_ = entries;
  }

  T* entries_ = nullptr;
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = 0;
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler
