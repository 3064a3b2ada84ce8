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
  T* make(const T& value = {}) {
    return new (allocate<T>(1)) T(value);
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

// A list whose entries lie in an arena. Most are empty: such a list is a null pointer. A copy of
// one with entries is the same list.
template <typename T>
class SyntaxList {
 public:
  static_assert(std::is_trivially_copyable_v<T>);

  bool empty() const { return list_ == nullptr; }
  std::size_t size() const { return empty() ? 0 : list_->size; }
  T* begin() { return empty() ? nullptr : list_->entries; }
  T* end() { return begin() + size(); }
  const T* begin() const { return empty() ? nullptr : list_->entries; }
  const T* end() const { return begin() + size(); }
  T& operator[](std::size_t index) { return list_->entries[index]; }
  const T& operator[](std::size_t index) const { return list_->entries[index]; }

  // Cost: constant on average; the entries of before stay in the arena when the list moves.
  void add(SyntaxArena& arena, const T& entry) {
    if (empty()) list_ = arena.make<Entries>();
    if (list_->size == list_->capacity) grow(arena);
    new (end()) T(entry);
    ++list_->size;
  }

 private:
  struct Entries {
    T* entries = nullptr;
    std::uint32_t size = 0;
    std::uint32_t capacity = 0;
  };

  void grow(SyntaxArena& arena) {
    constexpr std::uint32_t kFirst = 2;
    list_->capacity = std::max(kFirst, 2 * list_->capacity);
    T* entries = arena.allocate<T>(list_->capacity);
    std::uninitialized_copy(begin(), end(), entries);
    list_->entries = entries;
  }

  Entries* list_ = nullptr;
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler
