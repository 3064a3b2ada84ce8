// SPDX-License-Identifier: Apache-2.0
// Sorting the elements of a list where it stands.
//
// Elements are moved with all that they hold, unknown fields too: their data is copied and their
// pointers are aimed anew, what these lead to stays in its place. Views of elements then show
// others.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <type_traits>
#include <vector>

#include "capstan/base/config.h"
#include "capstan/layout/list.h"

namespace capstan::inline CAPSTAN_ABI {

namespace internal {

// Puts the element that is at order[i] to i. Requires: `order` has each index of the list once; the
// elements are not bits. Errors: std::bad_alloc, with nothing changed. Cost: a copy of the list.
void permute(const ListBuilder& list, std::span<const std::uint32_t> order);

template <typename L>
concept SortableList = requires(const L& list) {
  { list.raw() } -> std::convertible_to<const ListBuilder&>;
  list.asReader();
  requires !std::same_as<typename L::value_type, bool>;
};

}  // namespace internal

// Sorts a List<T>::Builder by keyOf(element), where the element is as the list's Reader gives it.
// Keys are taken once, compared with `less`; elements of equal keys keep their order. A key may be
// a Text of the element.
// Errors: std::bad_alloc, with nothing changed.
// Cost: O(n log n) comparisons, and memory for the keys, the order and a copy of the elements.
template <internal::SortableList L, typename KeyOf, typename Less = std::less<>>
void sortBy(const L& list, KeyOf keyOf, Less less = {}) {
  const auto from = list.asReader();
  using Key = std::decay_t<decltype(keyOf(from.atUnchecked(0)))>;
  std::vector<Key> keys;
  keys.reserve(from.size());
  for (const auto element : from) keys.push_back(keyOf(element));
  std::vector<std::uint32_t> order(from.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return less(keys[a], keys[b]); });
  internal::permute(list.raw(), order);
}

}  // namespace capstan::inline CAPSTAN_ABI
