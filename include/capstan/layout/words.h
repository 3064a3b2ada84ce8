// SPDX-License-Identifier: Apache-2.0
// The words that objects take, for MessageBuilder::reserve.
//
//   message.reserve(Person::kWords + textWords(name.size()) + listWords<PhoneNumber>(2))
//
// The root pointer has its word already. Each figure is exact for an object in the segment of its
// pointer, as after a reserve in a fresh message; a reserve adds landing pads where they are
// needed.
#pragma once

#include <cstdint>

#include "capstan/base/config.h"
#include "capstan/base/units.h"
#include "capstan/layout/list.h"
#include "capstan/layout/traits.h"

namespace capstan::inline CAPSTAN_ABI {

// A struct without what its pointers lead to: T::kWords by another name.
template <StructType T>
constexpr std::uint64_t structWords() {
  return kSizeOf<T>.words();
}

// A text of `size` characters; its NUL is counted.
constexpr std::uint64_t textWords(std::uint64_t size) { return wordsForBytes(size + 1); }

constexpr std::uint64_t dataWords(std::uint64_t sizeBytes) { return wordsForBytes(sizeBytes); }

// A List(T) of `size` elements, without what they lead to.
template <typename T>
constexpr std::uint64_t listWords(std::uint64_t size) {
  if constexpr (StructType<T>) {
    return 1 + size * structWords<T>();
  } else {
    return wordsForBits(size * stepBitsOf(Element<T>::kSize));
  }
}

}  // namespace capstan::inline CAPSTAN_ABI
